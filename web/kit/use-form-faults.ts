import { Failure } from '../api/answered.ts'
import { useFaultText } from '../words/use-fault-text.ts'
import { useFailureText } from './use-failure-text.ts'

interface FormFaults {
  /** What is wrong with a member of the body, by its pointer (`/contactInfo/email`), or within it; undefined where nothing is. */
  readonly faultAt: (pointer: string) => string | undefined
  /** Why the whole was refused; undefined where it was not, or where members of it are at fault. */
  readonly failureText: string | undefined
}

/** What the service found wrong with a form, in the language of the page: told beside each field, else once at its end. */
export function useFormFaults(error: Error | null): FormFaults {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const faults = error instanceof Failure ? error.faults : []
  return {
    faultAt(pointer) {
      const fault = faults.find((found) => found.pointer === pointer || found.pointer.startsWith(`${pointer}/`))
      return fault && faultText(fault.detail)
    },
    failureText: error && faults.length === 0 ? failureText(error) : undefined,
  }
}
