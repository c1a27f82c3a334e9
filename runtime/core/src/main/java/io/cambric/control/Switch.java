package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A choice among programs with the same types, by an i32 index that is clamped into range.
 *
 * <p>Operands: the index, then the operands of the branches.
 *
 * @param branches the programs, at least one
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.switch.html">lax.switch</a>
 */
public record Switch(List<Jaxpr> branches) implements Primitive {

  /** Copies the branches. */
  public Switch {
    branches = List.copyOf(branches);
  }

  @Override
  public String name() {
    return "cond";
  }

  @Override
  public String paramsText() {
    return "";
  }

  @Override
  public Map<String, List<Jaxpr>> programs() {
    return Map.of("branches", branches);
  }

  @Override
  public Set<String> axisNames() {
    return OperandMask.union(branches);
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return new Lowering.Switch(branches).outputAvals();
  }

  @Override
  public boolean hasEffects() {
    return branches.stream().anyMatch(Jaxpr::hasEffects);
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Switch(branches);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var mask = OperandMask.nonzero(tangents.subList(1, tangents.size()));
    var union = OperandMask.filled(branches.getFirst().outputs().size(), false);
    for (var branch : branches) {
      union = OperandMask.or(union, JaxprTransforms.jvp(branch, mask).nonzero());
    }
    var derived = new ArrayList<Jaxpr>();
    for (var branch : branches) {
      derived.add(JaxprTransforms.jvp(branch, mask, union).jaxpr());
    }
    var results =
        Trace.bind(
            new Switch(derived), OperandMask.<Array>concat(primals, OperandMask.present(tangents)));
    int count = union.size();
    return new Jvp(
        results.subList(0, count),
        OperandMask.spread(results.subList(count, results.size()), union));
  }

  /**
   * Linearizes every branch. Each branch returns the residuals of all branches, with zeros for the
   * residuals of the others.
   */
  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var mask = nonzero.subList(1, nonzero.size());
    var union = OperandMask.filled(branches.getFirst().outputs().size(), false);
    for (var branch : branches) {
      union = OperandMask.or(union, JaxprTransforms.linearize(branch, mask).nonzero());
    }
    var mostTangents = union;
    var derived =
        branches.stream()
            .map(branch -> JaxprTransforms.linearize(branch, mask, mostTangents))
            .toList();
    int count = union.size();
    var residualAvals =
        derived.stream()
            .map(linear ->
                linear.primal().outputAvals().subList(count, linear.primal().outputs().size()))
            .toList();
    var forward = new ArrayList<Jaxpr>();
    var backward = new ArrayList<Jaxpr>();
    for (int i = 0; i < branches.size(); i++) {
      forward.add(withAllResiduals(derived.get(i).primal(), count, residualAvals, i));
      backward.add(readingAllResiduals(derived.get(i).linear(), residualAvals, i));
    }
    var results = Trace.bind(new Switch(forward), primals);
    var residuals = results.subList(count, results.size());
    return new Linearized(
        results.subList(0, count),
        tangents -> {
          var operands =
              OperandMask.<Array>concat(
                  List.of(primals.getFirst()), residuals, OperandMask.present(tangents));
          return OperandMask.spread(Trace.bind(new Switch(backward), operands), mostTangents);
        });
  }

  private static Jaxpr withAllResiduals(
      Jaxpr primal, int count, List<List<ShapedArray>> residualAvals, int own) {
    return StagingTrace.trace(
            "grad",
            primal.inputAvals(),
            arguments -> {
              var out = primal.eval(arguments);
              var all = new ArrayList<>(out.subList(0, count));
              for (int i = 0; i < residualAvals.size(); i++) {
                if (i == own) {
                  all.addAll(out.subList(count, out.size()));
                } else {
                  residualAvals.get(i).forEach(aval -> all.add(Lax.zeros(aval)));
                }
              }
              return all;
            })
        .closed();
  }

  private static Jaxpr readingAllResiduals(
      Jaxpr linear, List<List<ShapedArray>> residualAvals, int own) {
    int ownCount = residualAvals.get(own).size();
    var inputs = new ArrayList<Atom.Var>();
    for (int i = 0; i < residualAvals.size(); i++) {
      if (i == own) {
        inputs.addAll(linear.inputs().subList(0, ownCount));
      } else {
        residualAvals.get(i).forEach(aval -> inputs.add(new Atom.Var(aval)));
      }
    }
    inputs.addAll(linear.inputs().subList(ownCount, linear.inputs().size()));
    return new Jaxpr(inputs, linear.eqns(), linear.outputs());
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var inner = operands.subList(1, operands.size());
    var linear = OperandMask.where(inner, operand -> operand instanceof LinearOperand.Unknown);
    var nonzero = OperandMask.nonzero(cotangents);
    var transposed = new ArrayList<Jaxpr>();
    for (var branch : branches) {
      transposed.add(instantiated(branch, linear, nonzero));
    }
    var arguments = new ArrayList<Array>();
    for (var operand : operands) {
      if (operand instanceof LinearOperand.Known(var value)) {
        arguments.add(value);
      }
    }
    arguments.addAll(OperandMask.present(cotangents));
    var results = Trace.bind(new Switch(transposed), arguments);
    var all = new ArrayList<@Nullable Array>();
    all.add(null);
    all.addAll(OperandMask.spread(results, linear));
    return all;
  }

  /** {@return the transposed branch, with zeros for operands that only other branches depend on} */
  private static Jaxpr instantiated(Jaxpr branch, List<Boolean> linear, List<Boolean> nonzero) {
    var derived = JaxprTransforms.transpose(branch, linear, nonzero);
    return StagingTrace.trace(
            "grad",
            derived.jaxpr().inputAvals(),
            arguments -> {
              var out = OperandMask.spread(derived.jaxpr().eval(arguments), derived.nonzero());
              var all = new ArrayList<Array>();
              for (int i = 0; i < linear.size(); i++) {
                if (linear.get(i)) {
                  all.add(Tangents.instantiate(out.get(i), branch.inputs().get(i).aval().strong()));
                }
              }
              return all;
            })
        .closed();
  }

  /**
   * Batches the branches if the index is not mapped; else every branch runs and each lane selects.
   * A lane passes operands without gradients to the branches that it does not take. A NaN in such a
   * branch then reaches no gradient.
   */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var inner = operands.subList(1, operands.size());
    var innerAxes = axes.subList(1, axes.size());
    if (axes.getFirst() == Batched.NOT_MAPPED) {
      var union = OperandMask.filled(branches.getFirst().outputs().size(), false);
      for (var branch : branches) {
        var derived = JaxprTransforms.batch(branch, axis, innerAxes);
        union =
            OperandMask.or(
                union,
                OperandMask.where(derived.axes(), position -> position != Batched.NOT_MAPPED));
      }
      var mapped = new ArrayList<Jaxpr>();
      for (var branch : branches) {
        mapped.add(JaxprTransforms.batch(branch, axis, innerAxes, union).jaxpr());
      }
      var resultAxes = union.stream().map(isMapped -> isMapped ? 0 : Batched.NOT_MAPPED).toList();
      return new Batched(Trace.bind(new Switch(mapped), operands), resultAxes);
    }
    var index = Batching.toFront(axis, operands.getFirst(), axes.getFirst());
    return chooseByLane(axis, index, inner, innerAxes);
  }

  private Batched chooseByLane(
      MappedAxis axis, Array index, List<Array> operands, List<Integer> axes) {
    var lanes = new ArrayList<Array>();
    for (int i = 0; i < operands.size(); i++) {
      lanes.add(Batching.toFront(axis, operands.get(i), axes.get(i)));
    }
    var laneAxes = Collections.nCopies(lanes.size(), 0);
    var all = OperandMask.filled(branches.getFirst().outputs().size(), true);
    var last = NdArray.scalar(DType.I32, branches.size() - 1);
    var clamped = Lax.clamp(NdArray.scalar(DType.I32, 0), index, last);
    List<Array> chosen = List.of();
    for (int i = 0; i < branches.size(); i++) {
      var taken = Lax.eq(clamped, NdArray.scalar(DType.I32, i));
      var guarded = new ArrayList<Array>();
      for (var operand : lanes) {
        guarded.add(
            operand.dtype().isFloating()
                ? Lax.select(spread(taken, operand.shape()), operand, Lax.stopGradient(operand))
                : operand);
      }
      var results =
          JaxprTransforms.batch(branches.get(i), axis, laneAxes, all).jaxpr().eval(guarded);
      chosen = chosen.isEmpty() ? results : select(taken, results, chosen);
    }
    return new Batched(chosen, Collections.nCopies(chosen.size(), 0));
  }

  private static List<Array> select(Array taken, List<Array> results, List<Array> others) {
    var chosen = new ArrayList<Array>();
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      chosen.add(Lax.select(spread(taken, result.shape()), result, others.get(i)));
    }
    return chosen;
  }

  private static Array spread(Array lanes, Shape shape) {
    return Lax.broadcastInDim(lanes, shape, Axes.of(0));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedControl.branches(this, call);
  }
}
