package io.cambric.control;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.lax.op.DotGeneral;
import java.util.List;
import java.util.Set;

/**
 * The usual policies for residuals of checkpointed functions.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/jax.html#checkpoint-policies">jax.checkpoint_policies</a>
 */
public final class CheckpointPolicies {

  private static final Set<String> CONTRACTIONS = Set.of("dot_general", "conv_general_dilated");

  private static final CheckpointPolicy EVERYTHING =
      named("everything_saveable", (operation, operands) -> true);
  private static final CheckpointPolicy NOTHING =
      named("nothing_saveable", (operation, operands) -> false);
  private static final CheckpointPolicy DOTS =
      named("dots_saveable", (operation, operands) -> CONTRACTIONS.contains(operation.name()));
  private static final CheckpointPolicy DOTS_WITHOUT_BATCH =
      named(
          "dots_with_no_batch_dims_saveable",
          (operation, operands) ->
              operation instanceof DotGeneral dot && dot.dims().lhsBatch().size() == 0);

  private CheckpointPolicies() {}

  private static CheckpointPolicy named(String text, CheckpointPolicy rule) {
    return new Named(text, rule);
  }

  /** A policy with a name for listings. */
  private record Named(String text, CheckpointPolicy rule) implements CheckpointPolicy {

    @Override
    public boolean isSaveable(Primitive operation, List<ShapedArray> operands) {
      return rule.isSaveable(operation, operands);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** {@return the policy that saves every result, as without a checkpoint} */
  public static CheckpointPolicy everythingSaveable() {
    return EVERYTHING;
  }

  /** {@return the policy that saves the arguments only: the default} */
  public static CheckpointPolicy nothingSaveable() {
    return NOTHING;
  }

  /** {@return the policy that saves the results of matrix products and convolutions} */
  public static CheckpointPolicy dotsSaveable() {
    return DOTS;
  }

  /** {@return the same as {@link #dotsSaveable}} */
  public static CheckpointPolicy checkpointDots() {
    return DOTS;
  }

  /**
   * {@return the policy that saves the results of matrix products without batch dimensions:
   * products with weights, not the products of attention}
   */
  public static CheckpointPolicy dotsWithNoBatchDimsSaveable() {
    return DOTS_WITHOUT_BATCH;
  }

  /**
   * {@return the policy that saves values with one of these names, given by {@code checkpointName}}
   */
  public static CheckpointPolicy saveOnlyTheseNames(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_only_these_names" + List.of(names),
        (operation, operands) ->
            operation instanceof CheckpointName(var label) && set.contains(label));
  }

  /** {@return the policy that saves named values, except values with these names} */
  public static CheckpointPolicy saveAnyNamesButThese(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_any_names_but_these" + List.of(names),
        (operation, operands) ->
            operation instanceof CheckpointName(var label) && !set.contains(label));
  }

  /**
   * {@return the policy that saves every result, except values with these names}
   *
   * <p>The operation that computes a value runs before the value is named. As in JAX, its own
   * result has no name and is saved.
   */
  public static CheckpointPolicy saveAnythingExceptTheseNames(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_anything_except_these_names" + List.of(names),
        (operation, operands) ->
            !(operation instanceof CheckpointName(var label) && set.contains(label)));
  }

  /** {@return the policy that saves a result if either of two policies saves it} */
  public static CheckpointPolicy saveFromBothPolicies(
      CheckpointPolicy first, CheckpointPolicy second) {
    return named(
        "save_from_both_policies[%s, %s]".formatted(first, second),
        (operation, operands) ->
            first.isSaveable(operation, operands) || second.isSaveable(operation, operands));
  }
}
