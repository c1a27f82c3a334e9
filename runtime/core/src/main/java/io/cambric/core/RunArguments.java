package io.cambric.core;

import io.cambric.kernel.PrepackedPanels;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one run of a program, and the permissions of the run.
 *
 * @param arrays the arguments; the list does not change during the run
 * @param donated for each argument whether the caller donates it, so that results may take its
 *     memory
 * @param prepacked the packed forms of arguments that are the same in many runs, or {@code null}
 */
public record RunArguments(
    List<NdArray> arrays, List<Boolean> donated, @Nullable PrepackedPanels prepacked) {

  /** {@return arguments that the caller keeps, and that are packed anew} */
  public static RunArguments of(List<NdArray> arrays) {
    return new RunArguments(arrays, Collections.nCopies(arrays.size(), false), null);
  }

  /**
   * {@return these arguments, some of which the caller donates}
   *
   * @param donated for each argument whether the caller donates it
   */
  public RunArguments withDonated(List<Boolean> donated) {
    return new RunArguments(arrays, donated, prepacked);
  }

  /** {@return these arguments with the packed forms of earlier runs} */
  public RunArguments withPrepacked(PrepackedPanels prepacked) {
    return new RunArguments(arrays, donated, prepacked);
  }
}
