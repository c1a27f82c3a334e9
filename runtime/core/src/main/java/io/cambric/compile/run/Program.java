package io.cambric.compile.run;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.step.Step;
import io.cambric.core.HeapRoom;
import io.cambric.core.KernelRegistry;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.core.ShapedArray;
import io.cambric.errors.HeapExhaustedException;
import io.cambric.kernel.PrepackedPanels;
import io.cambric.kernel.thread.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A compiled jaxpr: kernel calls in the order of a schedule, over planned memory. Immutable and
 * thread-safe: each run has buffers of its own, which later runs reuse.
 */
public final class Program {

  /**
   * The number of cached frames. More concurrent runs are rare, and the garbage collector frees
   * their frames.
   */
  private static final int CACHED_FRAMES = 4;

  /** The least number of sections per thread. With fewer, some threads would wait for others. */
  private static final int SECTIONS_OF_THREAD = 2;

  private final BodyCompiler bodies;
  private final int argumentCount;
  private final List<Slot> slots;
  private final List<BufferType> buffers;
  private final List<BoundStep> steps;
  private final Schedule schedule;
  private final List<Output> outputs;
  private final List<ShapedArray> resultAvals;
  private final List<Slot.Result> results;
  private final ThreadChoice threads = new ThreadChoice();
  private final Queue<ProgramFrame> frames = new ConcurrentLinkedQueue<>();

  /** Null until first requested. */
  private @Nullable List<StraightSteps> straight;

  /** Creates a program of steps that are bound to slots. */
  public Program(
      int argumentCount,
      List<Slot> slots,
      List<BufferType> buffers,
      List<BoundStep> steps,
      Schedule schedule,
      List<Output> outputs,
      List<ShapedArray> resultAvals,
      BodyCompiler bodies) {
    this.bodies = bodies;
    this.argumentCount = argumentCount;
    this.slots = List.copyOf(slots);
    this.buffers = List.copyOf(buffers);
    this.steps = List.copyOf(steps);
    this.schedule = schedule;
    this.outputs = List.copyOf(outputs);
    this.resultAvals = List.copyOf(resultAvals);
    this.results =
        slots.stream().filter(Slot.Result.class::isInstance).map(Slot.Result.class::cast).toList();
  }

  /** The memory that a slot refers to. */
  public sealed interface Slot {
    /** An argument of the call. */
    record Argument(int number) implements Slot {}

    /**
     * A fresh array of each call, returned to the caller.
     *
     * @param donated the argument whose memory the array may take over
     */
    record Result(int number, DType dtype, int length, OptionalInt donated) implements Slot {}

    /** A buffer of the program, read as a dtype. */
    record Temporary(int buffer, DType dtype) implements Slot {}

    /** Elements that are known when the program is compiled; never written. */
    record Constant(Buffer elements) implements Slot {}
  }

  /** The kind and size of a buffer. */
  public record BufferType(DType storage, int capacity) {}

  /** A strided part of a slot that a step reads or writes. */
  public record Reference(int slot, int offset, int[] strides, Shape shape, DType dtype) {}

  /** A step with its slots. */
  public record BoundStep(Step step, List<Reference> inputs, List<Reference> outputs)
      implements PrepackedPanels.Call {}

  /** The origin of a result of the call. */
  public sealed interface Output {
    /** Known when compiled. */
    record Known(NdArray value) implements Output {}

    /** An argument, unchanged. */
    record Argument(int number) implements Output {}

    /** An array written by the call. */
    record Written(int result) implements Output {}
  }

  /** {@return the compiler of the bodies of loops and branches} */
  public BodyCompiler bodies() {
    return bodies;
  }

  /** {@return the number of steps} */
  public int stepCount() {
    return steps.size();
  }

  /** {@return the steps, in order} */
  public List<BoundStep> steps() {
    return steps;
  }

  /** {@return the order of the steps, and which may run at the same time} */
  public Schedule schedule() {
    return schedule;
  }

  /** {@return the memory that steps refer to} */
  public List<Slot> slots() {
    return slots;
  }

  /** {@return the buffers of one run} */
  public List<BufferType> buffers() {
    return buffers;
  }

  /** {@return the number of arguments} */
  public int argumentCount() {
    return argumentCount;
  }

  /** {@return the bytes of temporary buffers of one run, without arguments and results} */
  public long temporaryBytes() {
    return buffers.stream()
        .mapToLong(buffer -> (long) buffer.capacity() * buffer.storage().bytes())
        .sum();
  }

  /**
   * {@return the results for these arguments}
   *
   * @throws HeapExhaustedException if the heap has no room for them, or for the work on them
   */
  public List<NdArray> run(RunArguments arguments) {
    try {
      return computed(arguments);
    } catch (OutOfMemoryError e) {
      throw exhausted(e);
    }
  }

  private HeapExhaustedException exhausted(OutOfMemoryError cause) {
    return HeapRoom.exhausted(
        "A compiled program",
        temporaryBytes() + HeapRoom.bytes(resultAvals),
        " for its result %s and the intermediate values".formatted(HeapRoom.text(resultAvals)),
        cause);
  }

  private static Buffer memoryOf(Slot.Result result, List<NdArray> arguments) {
    if (result.donated().isPresent()) {
      var donated = arguments.get(result.donated().getAsInt());
      if (donated.ownsBuffer()) {
        return donated.buffer();
      }
    }
    return Buffer.uninitialized(result.dtype(), result.length());
  }

  private List<NdArray> computed(RunArguments run) {
    var arguments = run.arrays();
    var frame = open();
    frame.setPrepacked(run.prepacked());
    for (int i = 0; i < argumentCount; i++) {
      frame.bind(i, arguments.get(i).buffer(), arguments.get(i).offset());
    }
    var made = new ArrayList<Buffer>(results.size());
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      made.add(memoryOf(result, arguments));
      frame.bind(resultSlot(i), made.get(i), 0);
    }
    executeByChoice(frame);
    close(frame);
    return collect(run, made);
  }

  private void executeByChoice(ProgramFrame frame) {
    if (Parallel.threads() == 1) {
      execute(frame);
      return;
    }
    var kind = threads.next();
    long start = kind.isTimed() ? System.nanoTime() : 0;
    if (kind.isAlone()) {
      Parallel.alone(() -> execute(frame));
    } else {
      execute(frame);
    }
    if (kind.isTimed()) {
      threads.took(kind, System.nanoTime() - start);
    }
  }

  /** {@return the memory of a run; arguments and results must still be bound} */
  ProgramFrame open() {
    var frame = frames.poll();
    return frame == null ? allocateFrame() : frame;
  }

  /** Returns the memory of a run to the cache. */
  void close(ProgramFrame frame) {
    frame.release();
    if (frames.size() < CACHED_FRAMES) {
      frames.offer(frame);
    }
  }

  private ProgramFrame allocateFrame() {
    var owned =
        buffers.stream().map(type -> Buffer.allocate(type.storage(), type.capacity())).toList();
    var memory = new @Nullable Buffer[slots.size()];
    for (int i = 0; i < memory.length; i++) {
      memory[i] =
          switch (slots.get(i)) {
            case Slot.Temporary(int buffer, var dtype) -> owned.get(buffer).as(dtype);
            case Slot.Constant(var elements) -> elements;
            case Slot.Argument _, Slot.Result _ -> null;
          };
    }
    var runs = steps.stream().map(step -> StepRun.of(step, bodies)).toList();
    return new ProgramFrame(memory, runs, argumentCount + results.size());
  }

  /** Executes the steps over a frame whose arguments and results are bound. */
  void execute(ProgramFrame frame) {
    if (frame.isRepeated()) {
      frame.straighten(straightSteps());
    }
    int next = 0;
    for (var region : schedule.regions()) {
      execute(frame, next, region.first());
      if (region.sections() >= SECTIONS_OF_THREAD * Parallel.threads()) {
        Parallel.forRange(
            region.sections(),
            1,
            (first, end) -> execute(frame, region.starts().get(first), region.endOf(end - 1)));
      } else {
        execute(frame, region.first(), region.end());
      }
      next = region.end();
    }
    execute(frame, next, steps.size());
  }

  /** {@return the sequences of small steps; empty if the kernels do not allow straight code} */
  public synchronized List<StraightSteps> straightSteps() {
    var known = straight;
    if (known == null) {
      boolean allowed = KernelRegistry.kernels().takesStraightCode();
      known = allowed ? StraightSteps.of(steps, schedule) : List.of();
      straight = known;
    }
    return known;
  }

  private static void execute(ProgramFrame frame, int from, int to) {
    var kernels = KernelRegistry.kernels();
    for (int i = from; i < to; i++) {
      frame.steps().get(i).run(kernels, frame);
    }
  }

  /** {@return the number of arrays that a run returns in fresh memory} */
  int resultCount() {
    return results.size();
  }

  /** {@return the slot of a fresh array} */
  int resultSlot(int result) {
    return argumentCount + result;
  }

  /** {@return the description of a fresh array} */
  Slot.Result result(int result) {
    return results.get(result);
  }

  /** {@return the origin of each output of the program} */
  List<Output> outputs() {
    return outputs;
  }

  /** {@return the number of elements of an output} */
  int outputLength(int output) {
    return resultAvals.get(output).shape().size();
  }

  private List<NdArray> collect(RunArguments run, List<Buffer> results) {
    var collected = new ArrayList<NdArray>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      var aval = resultAvals.get(i);
      collected.add(
          switch (outputs.get(i)) {
            // A new array: the caller may donate it.
            case Output.Known(var value) -> NdArray.of(aval, value.buffer());
            // A new array over the same memory: the caller may delete or donate either one.
            case Output.Argument(int number) -> {
              var argument = run.arrays().get(number);
              yield NdArray.of(aval, argument.buffer(), argument.offset());
            }
            case Output.Written(int result) -> NdArray.of(aval, results.get(result));
          });
    }
    return collected;
  }

  /** {@return the steps, one per line, with the memory they need} */
  public String toText() {
    var text = new StringBuilder();
    text.append(
        "program of %d arguments, %d steps, %d buffers of %d bytes\n"
            .formatted(argumentCount, steps.size(), buffers.size(), temporaryBytes()));
    for (int i = 0; i < steps.size(); i++) {
      for (var region : schedule.regions()) {
        if (region.first() == i) {
          text.append("  ").append(region.toText()).append('\n');
        }
      }
      var bound = steps.get(i);
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
      case Slot.Constant _ -> "const";
    };
  }
}
