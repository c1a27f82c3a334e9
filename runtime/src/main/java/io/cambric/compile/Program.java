package io.cambric.compile;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.KernelRegistry;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.Operand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A compiled jaxpr: kernel calls in order, over planned memory. Immutable; may run in many threads
 * at once, each run with buffers of its own that later runs reuse.
 */
public final class Program {

  /** Runs at once rarely pass this; buffers of more are left to the garbage collector. */
  private static final int KEPT_WORKSPACES = 4;

  private final int argumentCount;
  private final List<Slot> slots;
  private final List<BufferType> buffers;
  private final List<BoundStep> steps;
  private final List<Output> outputs;
  private final List<ShapedArray> resultAvals;
  private final Queue<Buffer[]> workspaces = new ConcurrentLinkedQueue<>();

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

  /** {@return the results for these arguments, of which the caller gives some up} */
  List<NdArray> run(List<NdArray> arguments, List<Boolean> donated) {
    var kernels = KernelRegistry.kernels();
    var workspace = workspaces.poll();
    if (workspace == null) {
      workspace = allocateWorkspace();
    }
    var memory = workspace.clone();
    int[] offsets = new int[memory.length];
    var results = new ArrayList<Buffer>();
    for (int i = 0; i < memory.length; i++) {
      switch (slots.get(i)) {
        case Slot.Argument(int number) -> {
          memory[i] = arguments.get(number).buffer();
          offsets[i] = arguments.get(number).offset();
        }
        case Slot.Result(_, var dtype, int length, int given) -> {
          memory[i] =
              given >= 0 && arguments.get(given).ownsBuffer()
                  ? arguments.get(given).buffer()
                  : Buffer.allocate(dtype, length);
          results.add(memory[i]);
        }
        case Slot.Temporary _ -> {}
      }
    }
    for (var step : steps) {
      run(kernels, step, memory, offsets);
    }
    if (workspaces.size() < KEPT_WORKSPACES) {
      workspaces.offer(workspace);
    }
    return collect(arguments, results, donated);
  }

  private Buffer[] allocateWorkspace() {
    var owned =
        buffers.stream().map(type -> Buffer.allocate(type.storage(), type.capacity())).toList();
    var workspace = new Buffer[slots.size()];
    for (int i = 0; i < workspace.length; i++) {
      if (slots.get(i) instanceof Slot.Temporary(int buffer, var dtype)) {
        workspace[i] = owned.get(buffer).as(dtype);
      }
    }
    return workspace;
  }

  private static void run(Kernels kernels, BoundStep bound, Buffer[] memory, int[] offsets) {
    switch (bound.step()) {
      case Step.Loop loop ->
          kernels.loop(
              loop.body(),
              loop.shape().toArray(),
              operands(bound.inputs(), loop.shape().rank(), memory, offsets),
              operands(bound.outputs(), loop.shape().rank(), memory, offsets));
      case Step.Reduce reduce ->
          kernels.reduce(
              reduce.op(),
              reduce.body(),
              reduce.shape().toArray(),
              reduce.kept(),
              operands(bound.inputs(), reduce.shape().rank(), memory, offsets),
              operand(bound.outputs().getFirst(), memory, offsets));
      case Step.Control control -> control(control, bound, memory, offsets);
      case Step.Call call ->
          call.rule()
              .run(
                  kernels,
                  bound.inputs().stream().map(ref -> operand(ref, memory, offsets)).toList(),
                  bound.outputs().stream().map(ref -> operand(ref, memory, offsets)).toList());
    }
  }

  private static void control(
      Step.Control control, BoundStep bound, Buffer[] memory, int[] offsets) {
    var arguments = new ArrayList<NdArray>(bound.inputs().size());
    for (int i = 0; i < bound.inputs().size(); i++) {
      var operand = operand(bound.inputs().get(i), memory, offsets);
      arguments.add(
          NdArray.borrowing(control.operands().get(i), operand.buffer(), operand.offset()));
    }
    var results = control.run(arguments);
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      int slot = bound.outputs().get(i).slot();
      memory[slot].copyFrom(offsets[slot], result.buffer(), result.offset(), result.size());
    }
  }

  private static Operand operand(Reference reference, Buffer[] memory, int[] offsets) {
    var buffer = memory[reference.slot()].as(reference.dtype());
    return new Operand(buffer, offsets[reference.slot()] + reference.offset(), reference.strides());
  }

  /** Scalars take part in a loop of any rank with strides of 0. */
  private static List<Operand> operands(
      List<Reference> references, int rank, Buffer[] memory, int[] offsets) {
    var operands = new ArrayList<Operand>(references.size());
    for (var reference : references) {
      var operand = operand(reference, memory, offsets);
      operands.add(
          operand.strides().length == rank
              ? operand
              : new Operand(operand.buffer(), operand.offset(), new int[rank]));
    }
    return operands;
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
