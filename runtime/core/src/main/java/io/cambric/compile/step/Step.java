package io.cambric.compile.step;

import io.cambric.array.Shape;
import io.cambric.core.Lowering;
import io.cambric.core.Lowering.KernelRule;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One kernel call of a program. */
public sealed interface Step {

  /** {@return the operands} */
  List<Value> inputs();

  /** {@return the results; dense} */
  List<Value> outputs();

  /** {@return the text of the kernel in listings} */
  String label();

  /**
   * {@return the same kernel on other values}
   *
   * @param values from an operand or result to its replacement
   */
  Step with(UnaryOperator<Value> values);

  /**
   * A fused elementwise loop.
   *
   * @param body the computation at each point
   * @param shape the iteration space
   */
  record Loop(LoopBody body, Shape shape, List<Value> inputs, List<Value> outputs) implements Step {
    @Override
    public String label() {
      return "loop" + shape + "{" + body.toText().replace("\n", "; ") + "}";
    }

    @Override
    public Loop with(UnaryOperator<Value> values) {
      return new Loop(body, shape, each(inputs, values), each(outputs, values));
    }

    /** {@return the loop that copies a value to a place of its own, in row-major order} */
    static Loop copyOf(Value value) {
      var shape = value.layout().shape();
      var place = new Value.Place(Value.Kind.WRITTEN, value.dtype(), shape.size());
      var copy = Value.dense(place, shape);
      return new Loop(LoopBody.copy(value.dtype()), shape, List.of(value), List.of(copy));
    }

    /**
     * {@return whether the loop reads a whole place in the order of its points, so that it can
     * overwrite each element}
     */
    public boolean readsPointwise(Value.Place place) {
      return shape.size() == place.length()
          && inputs.stream()
              .filter(input -> input.place() == place)
              .allMatch(input ->
                  input.layout().shape().equals(shape)
                      && input.layout().isDense()
                      && input.layout().offset() == 0);
    }
  }

  /**
   * Independent loops of one body, run as one step.
   *
   * @param parts the loops
   */
  record MergedLoop(List<Loop> parts) implements Step {

    @Override
    public List<Value> inputs() {
      return parts.stream().flatMap(part -> part.inputs().stream()).toList();
    }

    @Override
    public List<Value> outputs() {
      return parts.stream().flatMap(part -> part.outputs().stream()).toList();
    }

    @Override
    public String label() {
      var shapes = parts.stream().map(part -> part.shape().toString()).toList();
      return "loops" + String.join("", shapes) + "{" + body().toText().replace("\n", "; ") + "}";
    }

    @Override
    public Step with(UnaryOperator<Value> values) {
      return new MergedLoop(parts.stream().map(part -> part.with(values)).toList());
    }

    /** {@return the body of each of the loops} */
    public LoopBody body() {
      return parts.getFirst().body();
    }
  }

  /**
   * A reduction of a fused loop.
   *
   * @param op the reduction
   * @param body computes the elements that are reduced
   * @param shape the iteration space, kept axes first
   * @param kept the number of kept axes
   */
  record Reduce(ReduceOp op, LoopBody body, Shape shape, int kept, List<Value> inputs, Value output)
      implements Step {

    @Override
    public List<Value> outputs() {
      return List.of(output);
    }

    @Override
    public String label() {
      return "reduce_%s%s{%s}"
          .formatted(op.name().toLowerCase(Locale.ROOT), shape, body.toText().replace("\n", "; "));
    }

    @Override
    public Step with(UnaryOperator<Value> values) {
      return new Reduce(op, body, shape, kept, each(inputs, values), values.apply(output));
    }
  }

  /**
   * A call of the kernel of an operation.
   *
   * @param name name of the operation
   * @param flops arithmetic operations of one call
   */
  record Call(String name, KernelRule rule, long flops, List<Value> inputs, List<Value> outputs)
      implements Step {
    @Override
    public String label() {
      return name;
    }

    @Override
    public Call with(UnaryOperator<Value> values) {
      return new Call(name, rule, flops, each(inputs, values), each(outputs, values));
    }
  }

  /**
   * A prologue: the loop that computes an operand of a call, panel by panel.
   *
   * @param operand the number of the operand that the loop computes
   */
  record PrologueLoop(Loop loop, int operand) {

    PrologueLoop with(UnaryOperator<Value> values) {
      return new PrologueLoop(loop.with(values), operand);
    }
  }

  /**
   * A call with a prologue on an operand, an epilogue on its result, or both.
   *
   * @param prologue computes an operand that is never stored as a whole
   * @param epilogue reads the result point by point
   */
  record FusedCall(Call call, @Nullable PrologueLoop prologue, @Nullable Loop epilogue)
      implements Step {

    /**
     * {@return the operands of the call in memory, then the operands of the prologue and of the
     * epilogue}
     */
    @Override
    public List<Value> inputs() {
      var all = new ArrayList<>(call.inputs);
      if (prologue != null) {
        all.remove(prologue.operand);
        all.addAll(prologue.loop.inputs);
      }
      if (epilogue != null) {
        all.addAll(epilogue.inputs);
      }
      return all;
    }

    @Override
    public List<Value> outputs() {
      return epilogue == null
          ? call.outputs
          : Stream.concat(call.outputs.stream(), epilogue.outputs.stream()).toList();
    }

    @Override
    public String label() {
      return call.label()
          + (prologue == null ? "" : " of " + prologue.loop.label())
          + (epilogue == null ? "" : " then " + epilogue.label());
    }

    @Override
    public Step with(UnaryOperator<Value> values) {
      return new FusedCall(
          call.with(values),
          prologue == null ? null : prologue.with(values),
          epilogue == null ? null : epilogue.with(values));
    }
  }

  /**
   * A loop or a branch over programs of its own.
   *
   * @param lowering the loop or branch
   * @param inputs dense
   */
  record Control(Lowering.ControlFlow lowering, List<Value> inputs, List<Value> outputs)
      implements Step {

    @Override
    public String label() {
      return switch (lowering) {
        case Lowering.Scan scan -> "scan[%d]".formatted(scan.length());
        case Lowering.While _ -> "while";
        case Lowering.Switch _ -> "switch";
      };
    }

    @Override
    public Step with(UnaryOperator<Value> values) {
      return new Control(lowering, each(inputs, values), each(outputs, values));
    }
  }

  private static List<Value> each(List<Value> old, UnaryOperator<Value> values) {
    return old.stream().map(values).toList();
  }
}
