package io.cambric.lax.op;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The identity, opaque to the optimiser: work on the results is neither merged with work on the
 * operands nor moved in front of it.
 *
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.optimization_barrier.html">lax.optimization_barrier</a>
 */
public record OptimizationBarrier() implements Primitive {

  @Override
  public String name() {
    return "optimization_barrier";
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return operands;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Barrier();
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return new Jvp(Trace.bind(this, primals), behindBarrier(tangents));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    return behindBarrier(cotangents);
  }

  private List<@Nullable Array> behindBarrier(List<@Nullable Array> arrays) {
    var present = new ArrayList<Array>();
    for (var array : arrays) {
      if (array != null) {
        present.add(array);
      }
    }
    var passed = Trace.bind(this, present).iterator();
    var all = new ArrayList<@Nullable Array>();
    for (var array : arrays) {
      all.add(array == null ? null : passed.next());
    }
    return all;
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
