package io.cambric.transform;

import io.cambric.errors.TreeStructureException;
import java.util.Arrays;
import java.util.List;

/**
 * The options of a compiled function.
 *
 * @param statics numbers of the arguments that are constants of the program, not inputs
 * @param donated numbers of the arguments that the caller donates
 * @param prepacked numbers of the arguments that are the same arrays from call to call
 */
record JitOptions(List<Integer> statics, List<Integer> donated, List<Integer> prepacked) {

  /** All arrays are inputs, and the caller keeps them. */
  static final JitOptions DEFAULT = new JitOptions(List.of(), List.of(), List.of());

  JitOptions withStatics(int... numbers) {
    return new JitOptions(Arrays.stream(numbers).boxed().toList(), donated, prepacked);
  }

  JitOptions withDonated(int... numbers) {
    return new JitOptions(statics, Arrays.stream(numbers).boxed().toList(), prepacked);
  }

  JitOptions withPrepacked(int... numbers) {
    return new JitOptions(statics, donated, Arrays.stream(numbers).boxed().toList());
  }

  /** {@return whether arguments are donated or prepacked, which needs work at each run} */
  boolean changesRuns() {
    return !donated.isEmpty() || !prepacked.isEmpty();
  }

  /** Checks that a function has the arguments that the options name. */
  void requireWithin(int arguments) {
    requireWithin("statics", statics, arguments);
    requireWithin("donate", donated, arguments);
    requireWithin("prepack", prepacked, arguments);
    for (int number : prepacked) {
      if (donated.contains(number)) {
        throw new TreeStructureException(
            "prepack of jit needs arguments that the caller keeps, but argument %d is donated. Name it in only one of the two options."
                .formatted(number));
      }
    }
  }

  private static void requireWithin(String option, List<Integer> numbers, int arguments) {
    for (int number : numbers) {
      if (number < 0 || number >= arguments) {
        throw new TreeStructureException(
            "%s of jit needs numbers in [0, %d) for a function of %d arguments, but got %d."
                .formatted(option, arguments, arguments, number));
      }
    }
  }
}
