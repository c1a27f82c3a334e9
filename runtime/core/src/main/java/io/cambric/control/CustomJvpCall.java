package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.interpreters.BatchTrace;
import io.cambric.interpreters.LinearizeTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program with a custom JVP rule: transformations differentiate the rule of the user instead of
 * the program.
 *
 * @param function name of the function, for listings
 * @param jaxpr the program
 * @param rule from primals and tangents to results and tangents
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.custom_jvp.html">jax.custom_jvp</a>
 */
public record CustomJvpCall(String function, Jaxpr jaxpr, Rule rule) implements CustomRuleCall {

  /** A JVP rule on flat lists. */
  @FunctionalInterface
  public interface Rule {
    /**
     * {@return the results and a tangent for each result}
     *
     * @param tangents one per primal; {@code null} is a symbolic zero
     */
    Jvp apply(List<Array> primals, List<@Nullable Array> tangents);
  }

  @Override
  public String name() {
    return "custom_jvp_call";
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    return rule.apply(primals, tangents);
  }

  /**
   * Linearizes the rule by differentiating it in its tangents, at zero tangents. A linear rule is
   * its own derivative. Partial evaluation then keeps work on primals out of the linear part, also
   * in loops and branches that compute both. {@link LinearRule} refuses an operation that
   * distinguishes zero from other tangents.
   */
  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var zeros = new ArrayList<Array>();
    OperandMask.choose(primals, nonzero)
        .forEach(primal -> zeros.add(Lax.zeros(primal.aval().strong())));
    int count = jaxpr.outputs().size();
    var present = new ArrayList<Boolean>(count);
    var point =
        LinearizeTrace.linearize(
            tangents -> flat(rule.apply(primals, OperandMask.spread(tangents, nonzero)), present),
            zeros,
            OperandMask.filled(zeros.size(), true),
            (primitive, operands, mask) ->
                LinearRule.require(primitive, ShapedArray.ofAll(operands), mask));
    return new Linearized(
        point.primals().subList(0, count),
        tangents -> {
          var operands = point.linear().withConstants(OperandMask.present(tangents));
          var all = OperandMask.spread(point.linear().jaxpr().eval(operands), point.nonzero());
          return OperandMask.spread(all.subList(count, all.size()), present);
        });
  }

  /** {@return the results followed by the tangents that are not symbolic zeros} */
  private static List<Array> flat(Jvp out, List<Boolean> present) {
    present.addAll(OperandMask.nonzero(out.tangents()));
    return OperandMask.concat(out.primals(), OperandMask.present(out.tangents()));
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var lanes = Lanes.of(jaxpr, axis, axes);
    return lanes.results(overLanes(lanes), operands);
  }

  /** {@return a call of the mapped program with the mapped rule} */
  private CustomJvpCall overLanes(Lanes lanes) {
    return new CustomJvpCall(
        function, lanes.program(), (primals, tangents) -> overLanes(lanes, primals, tangents));
  }

  private Jvp overLanes(Lanes lanes, List<Array> primals, List<@Nullable Array> tangents) {
    int count = jaxpr.outputs().size();
    var nonzero = OperandMask.nonzero(tangents);
    var present = new ArrayList<Boolean>(count);
    var out =
        BatchTrace.batch(
            lanes.axis(),
            arguments ->
                flat(
                    rule.apply(
                        arguments.subList(0, primals.size()),
                        OperandMask.spread(
                            arguments.subList(primals.size(), arguments.size()), nonzero)),
                    present),
            OperandMask.<Array>concat(primals, OperandMask.present(tangents)),
            OperandMask.<Integer>concat(lanes.axes(), OperandMask.choose(lanes.axes(), nonzero)));
    var values = Batching.allToFront(lanes.axis(), out);
    return new Jvp(
        OperandMask.present(lanes.ofResults(values.subList(0, count))),
        lanes.ofResults(OperandMask.spread(values.subList(count, values.size()), present)));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedControl.customJvp(this, call);
  }
}
