package io.cambric.compile;

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
sealed interface Step {

  /** {@return what it reads} */
  List<Value> inputs();

  /** {@return what it writes; dense} */
  List<Value> outputs();

  /** {@return the kernel, for listings} */
  String label();

  /** {@return the same kernel on other values, each given the one it takes the place of} */
  Step with(UnaryOperator<Value> values);

  /**
   * A fused elementwise loop.
   *
   * @param body what is computed at each point
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
  }

  /**
   * Loops of one body that do not depend on each other, run as one.
   *
   * @param parts with the same body
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

    LoopBody body() {
      return parts.getFirst().body();
    }
  }

  /**
   * A reduction of a fused loop.
   *
   * @param op how elements combine
   * @param body what is reduced
   * @param shape the iteration space, kept axes first
   * @param kept how many axes are kept
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
   * A call of an operation's own kernel.
   *
   * @param name of the operation
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
   * A loop that a call of a kernel runs on parts of an operand, which it makes.
   *
   * @param operand the number of the operand
   */
  record Before(Loop loop, int operand) {

    Before with(UnaryOperator<Value> values) {
      return new Before(loop.with(values), operand);
    }
  }

  /**
   * A call of a kernel that runs loops on parts of an operand and of its result.
   *
   * @param prologue computes an operand, which lies nowhere
   * @param epilogue reads the result point by point
   */
  record FusedCall(Call call, @Nullable Before prologue, @Nullable Loop epilogue) implements Step {

    /** Puts the operands of the call that lie somewhere before what the loops read. */
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
   * @param lowering what runs
   * @param inputs dense
   */
  record Control(Lowering lowering, List<Value> inputs, List<Value> outputs) implements Step {

    @Override
    public String label() {
      return switch (lowering) {
        case Lowering.Scan scan -> "scan[%d]".formatted(scan.length());
        case Lowering.While _ -> "while";
        default -> "switch";
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
