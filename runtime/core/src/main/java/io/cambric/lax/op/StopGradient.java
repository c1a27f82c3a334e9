package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.List;

/**
 * The operand itself, as a constant for differentiation; a view.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.stop_gradient.html">lax.stop_gradient</a>
 */
record StopGradient() implements FlatOp {

  @Override
  public String name() {
    return "stop_gradient";
  }

  @Override
  public ShapedArray type(List<ShapedArray> operands) {
    return operands.getFirst();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> layout);
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return Batched.of(Trace.bind(this, operands.getFirst()), axes.getFirst());
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.pass(this, call);
  }
}
