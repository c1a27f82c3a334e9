package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.HeapRoom;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.kernel.KernelRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A compiled jaxpr: kernel calls in order, over planned memory. Immutable; may run in many threads
 * at once, each run with buffers of its own that later runs reuse.
 */
public final class Program {

  /** Runs at once rarely pass this; buffers of more are left to the garbage collector. */
  private static final int KEPT_FRAMES = 4;

  private final int argumentCount;
  private final List<Slot> slots;
  private final List<BufferType> buffers;
  private final List<BoundStep> steps;
  private final List<Output> outputs;
  private final List<ShapedArray> resultAvals;
  private final List<Slot.Result> results;
  private final Queue<ProgramFrame> frames = new ConcurrentLinkedQueue<>();

  Program(
      int argumentCount,
      List<Slot> slots,
      List<BufferType> buffers,
      List<BoundStep> steps,
      List<Output> outputs,
      List<ShapedArray> resultAvals) {
    this.argumentCount = argumentCount;
    this.slots = List.copyOf(slots);
    this.buffers = List.copyOf(buffers);
    this.steps = List.copyOf(steps);
    this.outputs = List.copyOf(outputs);
    this.resultAvals = List.copyOf(resultAvals);
    this.results =
        slots.stream().filter(Slot.Result.class::isInstance).map(Slot.Result.class::cast).toList();
  }

  /** What stands behind a slot. */
  sealed interface Slot {
    /** An argument of the call. */
    record Argument(int number) implements Slot {}

    /**
     * An array made by each call and given to the caller.
     *
     * @param donated the argument in whose memory it may be made, or -1
     */
    record Result(int number, DType dtype, int length, int donated) implements Slot {}

    /** A buffer of the program, read as a dtype. */
    record Temporary(int buffer, DType dtype) implements Slot {}
  }

  /** The kind and size of a buffer. */
  record BufferType(DType storage, int capacity) {}

  /** A part of a slot as a step reads or writes it. */
  record Reference(int slot, int offset, int[] strides, Shape shape, DType dtype) {}

  /** A step with its slots. */
  record BoundStep(Step step, List<Reference> inputs, List<Reference> outputs) {}

  /** Where a result of the call comes from. */
  sealed interface Output {
    /** Known when compiled. */
    record Known(NdArray value) implements Output {}

    /** An argument as it came. */
    record Argument(int number) implements Output {}

    /** An array written by the call. */
    record Written(int result) implements Output {}
  }

  int stepCount() {
    return steps.size();
  }

  List<BoundStep> steps() {
    return steps;
  }

  List<Slot> slots() {
    return slots;
  }

  List<BufferType> buffers() {
    return buffers;
  }

  int argumentCount() {
    return argumentCount;
  }

  /** {@return the bytes of the buffers one run needs beyond arguments and results} */
  public long temporaryBytes() {
    return buffers.stream()
        .mapToLong(buffer -> (long) buffer.capacity() * buffer.storage().bytes())
        .sum();
  }

  /** {@return the results for these arguments} */
  List<NdArray> run(List<NdArray> arguments) {
    return run(arguments, Collections.nCopies(argumentCount, false));
  }

  /**
   * {@return the results for these arguments, of which the caller gives some up}
   *
   * @throws HeapExhaustedException if the heap has no room for them, or for the work on them
   */
  List<NdArray> run(List<NdArray> arguments, List<Boolean> donated) {
    try {
      return computed(arguments, donated);
    } catch (OutOfMemoryError e) {
      throw exhausted(e);
    }
  }

  private HeapExhaustedException exhausted(OutOfMemoryError cause) {
    return HeapRoom.exhausted(
        "A compiled program",
        temporaryBytes() + HeapRoom.bytes(resultAvals),
        " for its result %s and the values on the way to it".formatted(HeapRoom.text(resultAvals)),
        cause);
  }

  private List<NdArray> computed(List<NdArray> arguments, List<Boolean> donated) {
    var frame = open();
    for (int i = 0; i < argumentCount; i++) {
      frame.bind(i, arguments.get(i).buffer(), arguments.get(i).offset());
    }
    var made = new ArrayList<Buffer>(results.size());
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      int given = result.donated();
      made.add(
          given >= 0 && arguments.get(given).ownsBuffer()
              ? arguments.get(given).buffer()
              : Buffer.allocate(result.dtype(), result.length()));
      frame.bind(resultSlot(i), made.get(i), 0);
    }
    execute(frame);
    close(frame);
    return collect(arguments, made, donated);
  }

  /** {@return memory for a run, in which arguments and results are still to be bound} */
  ProgramFrame open() {
    var frame = frames.poll();
    return frame == null ? allocateFrame() : frame;
  }

  /** Takes the memory of a run back. */
  void close(ProgramFrame frame) {
    frame.release();
    if (frames.size() < KEPT_FRAMES) {
      frames.offer(frame);
    }
  }

  private ProgramFrame allocateFrame() {
    var owned =
        buffers.stream().map(type -> Buffer.allocate(type.storage(), type.capacity())).toList();
    var memory = new @Nullable Buffer[slots.size()];
    for (int i = 0; i < memory.length; i++) {
      if (slots.get(i) instanceof Slot.Temporary(int buffer, var dtype)) {
        memory[i] = owned.get(buffer).as(dtype);
      }
    }
    var runs = steps.stream().map(StepRun::of).toList();
    return new ProgramFrame(memory, runs, argumentCount + results.size());
  }

  /** Runs the steps over a frame in which all arguments and results are bound. */
  void execute(ProgramFrame frame) {
    var kernels = KernelRegistry.kernels();
    for (var step : frame.steps()) {
      step.run(kernels, frame);
    }
  }

  /** {@return how many arrays a run writes} */
  int resultCount() {
    return results.size();
  }

  /** {@return the slot of an array that a run writes} */
  int resultSlot(int result) {
    return argumentCount + result;
  }

  /** {@return what is known of an array that a run writes} */
  Slot.Result result(int result) {
    return results.get(result);
  }

  /** {@return where each output of the program comes from} */
  List<Output> outputs() {
    return outputs;
  }

  /** {@return the elements of an output} */
  int outputLength(int output) {
    return resultAvals.get(output).shape().size();
  }

  /** {@return an argument as a result; one that is given up lives on in another array} */
  private static NdArray passed(NdArray argument, ShapedArray aval, boolean donated) {
    return donated
        ? NdArray.of(aval, argument.buffer(), argument.offset())
        : argument.withAval(aval);
  }

  private List<NdArray> collect(
      List<NdArray> arguments, List<Buffer> results, List<Boolean> donated) {
    var collected = new ArrayList<NdArray>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      var aval = resultAvals.get(i);
      collected.add(
          switch (outputs.get(i)) {
            // An array of its own: the caller may donate it.
            case Output.Known(var value) -> NdArray.of(aval, value.buffer());
            case Output.Argument(int number) ->
                passed(arguments.get(number), aval, donated.get(number));
            case Output.Written(int result) -> NdArray.of(aval, results.get(result));
          });
    }
    return collected;
  }

  /** {@return the steps, one a line, with the memory they need} */
  public String toText() {
    var text = new StringBuilder();
    text.append(
        "program of %d arguments, %d steps, %d buffers of %d bytes\n"
            .formatted(argumentCount, steps.size(), buffers.size(), temporaryBytes()));
    for (var bound : steps) {
      text.append("  ")
          .append(list(bound.outputs()))
          .append(" = ")
          .append(bound.step().label())
          .append(' ')
          .append(list(bound.inputs()))
          .append('\n');
    }
    return text.toString();
  }

  private String list(List<Reference> references) {
    return String.join(
        " ",
        references.stream()
            .map(ref ->
                name(slots.get(ref.slot()))
                    + ":"
                    + ref.dtype()
                    + ref.shape().toString().replace(" ", ""))
            .toList());
  }

  private static String name(Slot slot) {
    return switch (slot) {
      case Slot.Argument(int number) -> "arg" + number;
      case Slot.Result(int number, _, _, _) -> "out" + number;
      case Slot.Temporary(int buffer, _) -> "buf" + buffer;
    };
  }
}
