package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A loop that runs while a condition holds. It has forward derivatives only, because the number of
 * iterations, and thus of residuals, is not known before the loop runs.
 *
 * <p>Operands: constants of the condition, constants of the body, carries. Results: carries.
 *
 * @param condition from its constants and the carries to a bool scalar
 * @param conditionConstants number of constants of the condition
 * @param body from its constants and the carries to the carries
 * @param bodyConstants number of constants of the body
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.while_loop.html">lax.while_loop</a>
 */
public record While(Jaxpr condition, int conditionConstants, Jaxpr body, int bodyConstants)
    implements Primitive {

  @Override
  public String name() {
    return "while";
  }

  @Override
  public String paramsText() {
    return "body_nconsts=%d cond_nconsts=%d".formatted(bodyConstants, conditionConstants);
  }

  @Override
  public Map<String, List<Jaxpr>> programs() {
    var programs = new LinkedHashMap<String, List<Jaxpr>>();
    programs.put("body_jaxpr", List.of(body));
    programs.put("cond_jaxpr", List.of(condition));
    return programs;
  }

  private int constants() {
    return conditionConstants + bodyConstants;
  }

  @Override
  public Set<String> axisNames() {
    return OperandMask.union(List.of(condition, body));
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return body.outputAvals();
  }

  @Override
  public boolean hasEffects() {
    return condition.hasEffects() || body.hasEffects();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.While(condition, conditionConstants, body, bodyConstants);
  }

  @Override
  public MissingRuleException missing(String rule, String neededBy) {
    return new MissingRuleException(
        "Reverse-mode differentiation reached a whileLoop, or a foriLoop with arrays as bounds, at %s. The number of its iterations is unknown while it is traced. Use scan, or foriLoop with Java bounds."
            .formatted(Source.capture()));
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var nonzero = OperandMask.nonzero(tangents);
    int carries = body.outputs().size();
    var constantMask = nonzero.subList(conditionConstants, constants());
    var carried =
        OperandMask.fixpoint(
            nonzero.subList(constants(), nonzero.size()),
            mask ->
                JaxprTransforms.jvp(body, OperandMask.concat(constantMask, mask), mask).nonzero());
    var derived = JaxprTransforms.jvp(body, OperandMask.concat(constantMask, carried), carried);
    var operands = new ArrayList<Array>(primals.subList(0, constants()));
    operands.addAll(OperandMask.present(tangents.subList(conditionConstants, constants())));
    operands.addAll(primals.subList(constants(), primals.size()));
    for (int i = 0; i < carries; i++) {
      if (carried.get(i)) {
        var primal = primals.get(constants() + i);
        operands.add(Tangents.instantiate(tangents.get(constants() + i), primal.aval().strong()));
      }
    }
    int constantTangents = OperandMask.choose(constantMask, constantMask).size();
    var loop =
        new While(
            ignoring(OperandMask.choose(body.outputAvals(), carried)),
            conditionConstants,
            withTangentsOfConstantsFirst(derived.jaxpr(), constantTangents),
            bodyConstants + constantTangents);
    var results = Trace.bind(loop, operands);
    return new Jvp(
        results.subList(0, carries),
        OperandMask.spread(results.subList(carries, results.size()), carried));
  }

  /** {@return the condition with additional carries that it does not read} */
  private Jaxpr ignoring(List<ShapedArray> carryTangents) {
    var inputs = new ArrayList<>(condition.inputs());
    carryTangents.forEach(aval -> inputs.add(new Atom.Var(aval)));
    return new Jaxpr(inputs, condition.eqns(), condition.outputs());
  }

  private Jaxpr withTangentsOfConstantsFirst(Jaxpr derived, int constantTangents) {
    int primals = body.inputs().size();
    var inputs = new ArrayList<Integer>();
    for (int i = 0; i < bodyConstants; i++) {
      inputs.add(i);
    }
    for (int i = 0; i < constantTangents; i++) {
      inputs.add(primals + i);
    }
    for (int i = bodyConstants; i < primals; i++) {
      inputs.add(i);
    }
    for (int i = primals + constantTangents; i < derived.inputs().size(); i++) {
      inputs.add(i);
    }
    var outputs = new ArrayList<Integer>();
    for (int i = 0; i < derived.outputs().size(); i++) {
      outputs.add(i);
    }
    return OperandMask.reorder(derived, inputs, outputs);
  }

  /**
   * Linearizes by two loops: the loop without tangents, and a loop that computes the primals again
   * with tangents.
   */
  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    return new Linearized(Trace.bind(this, primals), tangents -> jvp(primals, tangents).tangents());
  }

  /**
   * Batches the loop. If lanes end at different iterations, the loop runs until all have ended, and
   * each lane keeps its own final carries.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var mapped = OperandMask.where(axes, position -> position != Batched.NOT_MAPPED);
    var conditionMask = mapped.subList(0, conditionConstants);
    var bodyMask = mapped.subList(conditionConstants, constants());
    var carried =
        OperandMask.fixpoint(
            mapped.subList(constants(), mapped.size()),
            mask -> {
              if (conditionIsMapped(axis, conditionMask, mask)) {
                return OperandMask.filled(mask.size(), true);
              }
              var derived =
                  JaxprTransforms.batch(body, axis, zeroWhere(OperandMask.concat(bodyMask, mask)));
              return OperandMask.where(derived.axes(), position -> position != Batched.NOT_MAPPED);
            });
    var aligned = new ArrayList<Array>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      boolean isMapped = i < constants() ? mapped.get(i) : carried.get(i - constants());
      aligned.add(
          isMapped ? Batching.toFront(axis, operands.get(i), axes.get(i)) : operands.get(i));
    }
    var newBody =
        JaxprTransforms.batch(body, axis, zeroWhere(OperandMask.concat(bodyMask, carried)), carried)
            .jaxpr();
    var newCondition =
        JaxprTransforms.batch(
                condition, axis, zeroWhere(OperandMask.concat(conditionMask, carried)))
            .jaxpr();
    var resultAxes = zeroWhere(carried);
    if (!conditionIsMapped(axis, conditionMask, carried)) {
      var loop = new While(newCondition, conditionConstants, newBody, bodyConstants);
      return new Batched(Trace.bind(loop, aligned), resultAxes);
    }
    return new Batched(Trace.bind(anyLane(newCondition, newBody), reordered(aligned)), resultAxes);
  }

  private boolean conditionIsMapped(
      MappedAxis axis, List<Boolean> conditionMask, List<Boolean> carried) {
    var derived =
        JaxprTransforms.batch(
            condition, axis, zeroWhere(OperandMask.concat(conditionMask, carried)));
    return derived.axes().getFirst() != Batched.NOT_MAPPED;
  }

  private static List<Integer> zeroWhere(List<Boolean> mask) {
    return mask.stream().map(isMapped -> isMapped ? 0 : Batched.NOT_MAPPED).toList();
  }

  /** {@return the operands, with the constants of the condition repeated for the body} */
  private List<Array> reordered(List<Array> operands) {
    return OperandMask.concat(
        operands.subList(0, conditionConstants), operands.subList(0, operands.size()));
  }

  /**
   * {@return the loop that runs while the condition holds in any lane; other lanes keep their
   * carries}
   */
  private While anyLane(Jaxpr condition, Jaxpr body) {
    var any =
        StagingTrace.trace(
                "vmap",
                condition.inputAvals(),
                arguments -> {
                  var holds = condition.eval(arguments).getFirst();
                  return List.of(Lax.reduceOr(holds, Axes.of(0)));
                })
            .closed();
    var avals =
        OperandMask.<ShapedArray>concat(
            condition.inputAvals().subList(0, conditionConstants), body.inputAvals());
    var step =
        StagingTrace.trace(
                "vmap",
                avals,
                arguments -> {
                  var carries =
                      arguments.subList(conditionConstants + bodyConstants, arguments.size());
                  var holds =
                      condition
                          .eval(
                              OperandMask.<Array>concat(
                                  arguments.subList(0, conditionConstants), carries))
                          .getFirst();
                  var next = body.eval(arguments.subList(conditionConstants, arguments.size()));
                  var kept = new ArrayList<Array>();
                  for (int i = 0; i < next.size(); i++) {
                    var value = next.get(i);
                    var lanes = Lax.broadcastInDim(holds, value.shape(), Axes.of(0));
                    kept.add(Lax.select(lanes, value, carries.get(i)));
                  }
                  return kept;
                })
            .closed();
    return new While(any, conditionConstants, step, conditionConstants + bodyConstants);
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedControl.loop(this, call);
  }
}
