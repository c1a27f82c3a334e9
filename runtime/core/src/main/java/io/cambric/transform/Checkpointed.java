package io.cambric.transform;

import io.cambric.control.CheckpointPolicy;
import io.cambric.control.Forwarding;
import io.cambric.control.Remat;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.transform.function.Fn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function with a backward pass that recomputes the values that are not saved, with the options
 * of {@code checkpoint}. Immutable: an option returns another function.
 *
 * {@snippet :
 * var block = checkpoint(x -> x.sin().sin()).policy(CheckpointPolicies.dotsSaveable());
 * }
 *
 * @param <S> the typed subclass
 */
public abstract class Checkpointed<S extends Checkpointed<S>> extends Transformed {

  private final Fn<List<Object>, ?> function;
  private final CheckpointOptions options;

  Checkpointed(Object original, Fn<List<Object>, ?> function, CheckpointOptions options) {
    super(original);
    this.function = function;
    this.options = options;
  }

  /** {@return this function with other options} */
  abstract S with(CheckpointOptions options);

  /**
   * {@return this function with another policy for saved results}
   *
   * @see io.cambric.control.CheckpointPolicies
   */
  public final S policy(CheckpointPolicy policy) {
    return with(options.withPolicy(policy));
  }

  /** {@return this function with or without a barrier before the recomputation} */
  public final S preventCse(boolean prevent) {
    return with(options.withPreventCse(prevent));
  }

  @SuppressWarnings("unchecked") // the function's own type
  final <R> R call(List<@Nullable Object> arguments) {
    var tree = ArrayTree.of(arguments);
    var calls = new Calls<>((Fn<List<Object>, R>) function, tree.structure());
    if (Trace.isEvaluating()) {
      return calls.build(calls.apply(tree.arrays()));
    }
    var traced = StagingTrace.trace("checkpoint", ShapedArray.ofAll(tree.arrays()), calls);
    var call = new Remat(traced.jaxpr(), options.policy(), options.preventCse(), false);
    var operands = traced.withConstants(tree.arrays());
    return calls.build(Forwarding.called(traced.jaxpr(), operands, Trace.bind(call, operands)));
  }
}
