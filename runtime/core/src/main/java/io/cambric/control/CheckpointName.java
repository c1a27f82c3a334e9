package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.lax.op.RaggedRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity, which names its operand for a {@link CheckpointPolicy}. The tangent has no name.
 *
 * @param label the name
 * @see <a
 *     href="https://docs.jax.dev/en/latest/gradient-checkpointing.html">jax.ad_checkpoint.checkpoint_name</a>
 */
public record CheckpointName(String label) implements Primitive {

  @Override
  public String name() {
    return "name";
  }

  @Override
  public String paramsText() {
    return "name=" + label;
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return operands;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.View(layout -> layout);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), tangents);
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    return cotangents;
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    return new Batched(Trace.bind(this, operands), axes);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedRules.pass(this, call);
  }
}
