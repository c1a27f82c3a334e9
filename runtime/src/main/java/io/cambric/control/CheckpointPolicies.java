package io.cambric.control;

import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.lax.DotGeneral;
import java.util.List;
import java.util.Set;

/**
 * What checkpointed functions usually keep for the backward pass.
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

  /** A policy that listings name. */
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

  /** {@return the policy that keeps all results, as without a checkpoint} */
  public static CheckpointPolicy everythingSaveable() {
    return EVERYTHING;
  }

  /** {@return the policy that keeps nothing but the arguments: the default} */
  public static CheckpointPolicy nothingSaveable() {
    return NOTHING;
  }

  /** {@return the policy that keeps the results of matrix products and convolutions} */
  public static CheckpointPolicy dotsSaveable() {
    return DOTS;
  }

  /** {@return the same as {@link #dotsSaveable}} */
  public static CheckpointPolicy checkpointDots() {
    return DOTS;
  }

  /**
   * {@return the policy that keeps the results of matrix products without batch dimensions: those
   * with weights, but not those of attention}
   */
  public static CheckpointPolicy dotsWithNoBatchDimsSaveable() {
    return DOTS_WITHOUT_BATCH;
  }

  /** {@return the policy that keeps values that {@code checkpointName} gave one of these names} */
  public static CheckpointPolicy saveOnlyTheseNames(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_only_these_names" + List.of(names),
        (operation, operands) ->
            operation instanceof CheckpointName(var label) && set.contains(label));
  }

  /** {@return the policy that keeps named values, but none of these names} */
  public static CheckpointPolicy saveAnyNamesButThese(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_any_names_but_these" + List.of(names),
        (operation, operands) ->
            operation instanceof CheckpointName(var label) && !set.contains(label));
  }

  /**
   * {@return the policy that keeps all results but what has one of these names}
   *
   * <p>A value is computed before it is named, so the operation that computes it counts as one
   * without a name, as in JAX.
   */
  public static CheckpointPolicy saveAnythingExceptTheseNames(String... names) {
    var set = Set.copyOf(List.of(names));
    return named(
        "save_anything_except_these_names" + List.of(names),
        (operation, operands) ->
            !(operation instanceof CheckpointName(var label) && set.contains(label)));
  }

  /** {@return the policy that keeps what either of two keeps} */
  public static CheckpointPolicy saveFromBothPolicies(
      CheckpointPolicy first, CheckpointPolicy second) {
    return named(
        "save_from_both_policies[%s, %s]".formatted(first, second),
        (operation, operands) ->
            first.isSaveable(operation, operands) || second.isSaveable(operation, operands));
  }
}
