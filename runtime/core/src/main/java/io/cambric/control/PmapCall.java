package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.NdArray;
import io.cambric.core.Primitive;
import io.cambric.core.ProgramCompiler;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.core.Workers;
import io.cambric.interpreters.AxisTrace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs once for each index of an axis, each time on a thread of its own.
 *
 * <p>Mapped operands are sliced along axis 0; every program gets the other operands whole. Results
 * are stacked along axis 0.
 *
 * @param function name of the function, for listings
 * @param axis the number of programs, and the name of the axis in collectives
 * @param jaxpr the program for a slice
 * @param mapped whether each operand is mapped
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.pmap.html">jax.pmap</a>
 */
public record PmapCall(String function, MappedAxis axis, Jaxpr jaxpr, List<Boolean> mapped)
    implements Primitive {

  /** Copies the mask. */
  public PmapCall {
    mapped = List.copyOf(mapped);
  }

  @Override
  public String name() {
    return "pmap";
  }

  @Override
  public String paramsText() {
    return "name=%s axis=%s mapped=%s jaxpr={%s}"
        .formatted(function, axis, mapped, jaxpr.toText().indent(2).stripTrailing());
  }

  /** {@return the axis names that the program uses, without the name of its own axis} */
  @Override
  public Set<String> axisNames() {
    var names = new HashSet<>(jaxpr.axisNames());
    names.remove(axis.name());
    return names;
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return jaxpr.outputAvals().stream()
        .map(aval -> aval.withShape(aval.shape().insert(0, axis.size())))
        .toList();
  }

  @Override
  public boolean hasEffects() {
    return jaxpr.hasEffects();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Kernel((kernels, in, out, _) -> {
      var arrays = new ArrayList<NdArray>(in.size());
      for (int i = 0; i < in.size(); i++) {
        arrays.add(NdArray.of(operands.get(i), in.get(i), kernels));
      }
      var compiler = ProgramCompiler.get();
      compiler.prepare(jaxpr);
      var results =
          Workers.run(axis, index -> compiler.run(jaxpr, RunArguments.of(slices(arrays, index))));
      for (int index = 0; index < results.size(); index++) {
        for (int i = 0; i < out.size(); i++) {
          var slice = results.get(index).get(i);
          int at = out.get(i).offset() + index * slice.size();
          out.get(i).buffer().copyFrom(at, slice.buffer(), slice.offset(), slice.size());
        }
      }
    });
  }

  private List<NdArray> slices(List<NdArray> arrays, int index) {
    var slices = new ArrayList<NdArray>(arrays.size());
    for (int i = 0; i < arrays.size(); i++) {
      slices.add(mapped.get(i) ? arrays.get(i).row(index) : arrays.get(i));
    }
    return slices;
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var nonzero = OperandMask.nonzero(tangents);
    var derived = AxisTrace.with(axis, () -> JaxprTransforms.jvp(jaxpr, nonzero));
    var results =
        run(
            derived.jaxpr(),
            OperandMask.<Boolean>concat(mapped, OperandMask.<Boolean>choose(mapped, nonzero)),
            OperandMask.<Array>concat(primals, OperandMask.present(tangents)));
    int count = jaxpr.outputs().size();
    return new Jvp(
        results.subList(0, count),
        OperandMask.spread(results.subList(count, results.size()), derived.nonzero()));
  }

  private List<Array> run(Jaxpr program, List<Boolean> mask, List<Array> operands) {
    return Trace.bind(new PmapCall(function, axis, program, mask), operands);
  }

  /** Linearizes each program and stacks its residuals. */
  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var derived = AxisTrace.with(axis, () -> JaxprTransforms.linearize(jaxpr, nonzero));
    var results = run(derived.primal(), mapped, primals);
    int count = jaxpr.outputs().size();
    var residuals = results.subList(count, results.size());
    var mask =
        OperandMask.<Boolean>concat(
            OperandMask.filled(residuals.size(), true),
            OperandMask.<Boolean>choose(mapped, nonzero));
    return new Linearized(
        results.subList(0, count),
        tangents ->
            OperandMask.spread(
                run(
                    derived.linear(),
                    mask,
                    OperandMask.<Array>concat(residuals, OperandMask.present(tangents))),
                derived.nonzero()));
  }

  /**
   * Transposes each program; cotangents of operands that are not mapped are summed over the
   * programs.
   */
  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var linear = OperandMask.where(operands, operand -> operand instanceof LinearOperand.Unknown);
    var nonzero = OperandMask.nonzero(cotangents);
    var derived = AxisTrace.with(axis, () -> JaxprTransforms.transpose(jaxpr, linear, nonzero));
    var arguments = new ArrayList<Array>();
    var mask = new ArrayList<Boolean>();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) instanceof LinearOperand.Known(var value)) {
        arguments.add(value);
        mask.add(mapped.get(i));
      }
    }
    for (var cotangent : OperandMask.present(cotangents)) {
      arguments.add(cotangent);
      mask.add(true);
    }
    var slices = OperandMask.spread(run(derived.jaxpr(), mask, arguments), derived.nonzero());
    var all = new ArrayList<@Nullable Array>();
    for (int i = 0; i < slices.size(); i++) {
      var slice = slices.get(i);
      all.add(slice == null || mapped.get(i) ? slice : Lax.reduceSum(slice, Axes.of(0)));
    }
    return all;
  }

  /** Batches each program over the lanes of another mapped axis. */
  @Override
  public Batched batch(MappedAxis lanes, List<Array> operands, List<Integer> axes) {
    var aligned = new ArrayList<Array>(operands.size());
    var inner = new ArrayList<Integer>(operands.size());
    for (int i = 0; i < operands.size(); i++) {
      int position = axes.get(i);
      boolean isLane = position != Batched.NOT_MAPPED;
      int to = mapped.get(i) ? 1 : 0;
      aligned.add(isLane ? Batching.moveAxis(operands.get(i), position, to) : operands.get(i));
      inner.add(isLane ? 0 : Batched.NOT_MAPPED);
    }
    // If both axes have the same name, it refers to the axis of the programs inside them.
    boolean hidden = lanes.name() != null && lanes.name().equals(axis.name());
    var named = hidden ? new MappedAxis(lanes.size(), null) : lanes;
    var derived = AxisTrace.with(axis, () -> JaxprTransforms.batch(jaxpr, named, inner));
    var results = run(derived.jaxpr(), mapped, aligned);
    var resultAxes =
        derived.axes().stream()
            .map(position ->
                position == Batched.NOT_MAPPED ? position : Integer.valueOf(position + 1))
            .toList();
    return new Batched(results, resultAxes);
  }
}
