package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.ShapeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operand cut along an axis into parts, which are views. Linear.
 *
 * @param sizes lengths of the parts, which add up to the size of the axis
 * @param axis the axis
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.split.html">lax.split</a>
 */
record Split(Axes sizes, int axis) implements Primitive {

  @Override
  public String name() {
    return "split";
  }

  @Override
  public String paramsText() {
    return "axis=%d sizes=%s".formatted(axis, sizes.toTuple());
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    var operand = operands.getFirst();
    boolean fits = axis >= 0 && axis < operand.rank();
    int total = 0;
    for (int i = 0; i < sizes.size(); i++) {
      fits &= sizes.get(i) >= 0;
      total += sizes.get(i);
    }
    if (!fits || total != operand.shape().dim(axis)) {
      throw new ShapeException(
          "split along axis %d needs lengths that add up to its size, but got %s for an operand %s."
              .formatted(axis, sizes, operand));
    }
    var parts = new ArrayList<ShapedArray>(sizes.size());
    for (int i = 0; i < sizes.size(); i++) {
      parts.add(operand.withShape(operand.shape().with(axis, sizes.get(i))));
    }
    return parts;
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    var rules = new ArrayList<Lowering.ViewRule>(sizes.size());
    int at = 0;
    for (int i = 0; i < sizes.size(); i++) {
      rules.add(part(axis, at, sizes.get(i)));
      at += sizes.get(i);
    }
    return new Lowering.View(rules);
  }

  /** {@return the view of some neighbouring indices of an axis} */
  static Lowering.ViewRule part(int axis, int from, int size) {
    return layout -> {
      var shape = layout.shape().with(axis, size);
      // A part without elements may start after the last element.
      int offset = shape.size() == 0 ? 0 : from * layout.strides()[axis];
      return new Lowering.Layout(shape, layout.offset() + offset, layout.strides());
    };
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var tangent = tangents.getFirst();
    return new Jvp(
        Trace.bind(this, primals),
        tangent == null
            ? Collections.nCopies(sizes.size(), null)
            : List.copyOf(Trace.bind(this, List.of(tangent))));
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (cotangents.stream().allMatch(Objects::isNull)) {
      return Collections.singletonList(null);
    }
    var avals = abstractEval(List.of(operands.getFirst().aval()));
    var parts = new ArrayList<Array>(avals.size());
    for (int i = 0; i < avals.size(); i++) {
      parts.add(Tangents.instantiate(cotangents.get(i), avals.get(i)));
    }
    return List.of(ShapeOps.concatenate(parts, axis));
  }

  @Override
  public Batched batch(MappedAxis mapped, List<Array> operands, List<Integer> axes) {
    int at = axes.getFirst();
    var parts = Trace.bind(new Split(sizes, at <= axis ? axis + 1 : axis), operands);
    return new Batched(parts, Collections.nCopies(parts.size(), at));
  }

  @Override
  public List<Padded> ragged(RaggedCall call) {
    return RaggedViews.split(this, call);
  }
}
