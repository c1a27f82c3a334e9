package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.lax.op.OptimizationBarrier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checkpointed call: the backward pass recomputes the residuals of the program, from the operands
 * and the values that a policy saves.
 *
 * <p>The backward pass is also a call of this kind. An optimization barrier on its operands stops
 * the compiler from merging the recomputation with the forward pass.
 *
 * @param jaxpr the program
 * @param policy the results that are saved
 * @param preventCse whether the barrier is inserted; without it the compiler may merge both
 *     computations
 * @param differentiated whether the call is a backward pass
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.checkpoint.html">jax.checkpoint</a>
 */
public record Remat(
    Jaxpr jaxpr, CheckpointPolicy policy, boolean preventCse, boolean differentiated)
    implements TransparentCall {

  /** Among the values derived from a jaxpr, the cache key of the program behind a barrier. */
  private enum Key {
    BEHIND_BARRIER
  }

  @Override
  public String name() {
    return "remat2";
  }

  @Override
  public String paramsText() {
    return "differentiated=%s policy=%s prevent_cse=%s"
        .formatted(
            differentiated ? "True" : "False",
            policy == CheckpointPolicies.nothingSaveable() ? "None" : policy,
            preventCse ? "True" : "False");
  }

  @Override
  public Remat with(Jaxpr other) {
    return new Remat(other, policy, preventCse, differentiated);
  }

  private Remat backward(Jaxpr other) {
    return new Remat(other, policy, preventCse, true);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Call(
        differentiated && preventCse
            ? jaxpr.derive(Key.BEHIND_BARRIER, Remat::behindBarrier)
            : jaxpr);
  }

  /** Inserts one barrier per operand, so that an unused operand is not kept alive. */
  private static Jaxpr behindBarrier(Jaxpr jaxpr) {
    var inputs = new ArrayList<Atom.Var>();
    var eqns = new ArrayList<Eqn>();
    for (var input : jaxpr.inputs()) {
      var outside = new Atom.Var(input.aval());
      inputs.add(outside);
      eqns.add(
          new Eqn(new OptimizationBarrier(), List.of(outside), List.of(input), Source.capture()));
    }
    eqns.addAll(jaxpr.eqns());
    return new Jaxpr(inputs, eqns, jaxpr.outputs());
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var plan = RematPlan.of(jaxpr, policy, nonzero);
    var results = Trace.bind(with(plan.forward()), primals);
    int count = jaxpr.outputs().size();
    var residuals =
        OperandMask.<Array>concat(
            OperandMask.choose(primals, plan.kept()), results.subList(count, results.size()));
    return new Linearized(
        results.subList(0, count),
        tangents -> {
          var operands = OperandMask.<Array>concat(residuals, OperandMask.present(tangents));
          List<@Nullable Array> out =
              OperandMask.spread(Trace.bind(backward(plan.linear()), operands), plan.nonzero());
          return out;
        });
  }
}
