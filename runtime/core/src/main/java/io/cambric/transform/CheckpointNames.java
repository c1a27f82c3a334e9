package io.cambric.transform;

import io.cambric.control.CheckpointName;
import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.SavedResidual;
import java.util.List;

/**
 * Names for the policies of {@code checkpoint}, and a list of the values that a backward pass
 * reads.
 */
final class CheckpointNames {

  private CheckpointNames() {}

  /**
   * {@return the array, under a name for policies of {@code checkpoint}}
   *
   * @see io.cambric.control.CheckpointPolicies#saveOnlyTheseNames
   */
  public static Array checkpointName(Array x, String name) {
    return Trace.bind(new CheckpointName(name), x);
  }

  /**
   * {@return the values that reverse differentiation of a function saves for the backward pass,
   * with their origins; nothing is computed}
   *
   * @see <a
   *     href="https://docs.jax.dev/en/latest/gradient-checkpointing.html">jax.ad_checkpoint.print_saved_residuals</a>
   */
  public static <A> List<SavedResidual> savedResiduals(Fn<A, ?> function, A argument) {
    return SavedResiduals.of(function, argument);
  }
}
