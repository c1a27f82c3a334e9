package io.cambric.compile.run;

import io.cambric.array.DType;
import io.cambric.compile.run.Program.BoundStep;
import io.cambric.compile.run.Program.Reference;
import io.cambric.compile.step.Step;
import io.cambric.core.KernelRegistry;
import io.cambric.kernel.BlockCopy;
import io.cambric.kernel.LineSearch;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.Padding;
import io.cambric.kernel.StridedProduct;
import io.cambric.kernel.straight.Access;
import io.cambric.kernel.straight.SmallStep;
import io.cambric.kernel.straight.SmallSteps;
import io.cambric.kernel.straight.StraightWriter;
import io.cambric.kernel.straight.StraightWriter.Written;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive small steps of a program. They run as straight code once the program has run often.
 * Thread-safe.
 */
public final class StraightSteps {

  /**
   * The largest number of values in the steps of one class; a class file limits their constants.
   */
  private static final int MOST_VALUES = 4000;

  private final int from;
  private final List<SmallStep> small = new ArrayList<>();

  /** The number of each array of the code, in order. */
  private final Map<Memory, Integer> memory = new LinkedHashMap<>();

  private int count;
  private int values;

  /** Null until the program has run often. */
  private @Nullable Written written;

  private StraightSteps(int from) {
    this.from = from;
  }

  /** An array of the code: the memory of a slot, read as a dtype. */
  private record Memory(int slot, DType dtype) {}

  /** {@return the sequences of small steps of a program} */
  static List<StraightSteps> of(List<BoundStep> steps, Schedule schedule) {
    var all = new ArrayList<StraightSteps>();
    StraightSteps run = null;
    for (int i = 0; i < steps.size(); i++) {
      boolean follows = i > 0 && schedule.firstOfSection(i - 1) == schedule.firstOfSection(i);
      var taking = run == null || !follows || run.values > MOST_VALUES ? new StraightSteps(i) : run;
      if (!taking.take(steps.get(i))) {
        run = null;
      } else if (taking != run) {
        all.add(taking);
        run = taking;
      }
    }
    return all;
  }

  /** {@return the first step} */
  public int from() {
    return from;
  }

  /** {@return the number of steps} */
  int count() {
    return count;
  }

  /** {@return the memory of each array of the code} */
  int[] slots() {
    return memory.keySet().stream().mapToInt(Memory::slot).toArray();
  }

  /** {@return the code, written at the first call} */
  synchronized Written written() {
    var known = written;
    if (known == null) {
      known = StraightWriter.write(small, memory.size(), KernelRegistry.kernels()::function);
      written = known;
    }
    return known;
  }

  /** {@return a line for listings} */
  public String toText() {
    return (count == 1 ? "step " + from : "steps %d to %d".formatted(from, from + count - 1))
        + ": straight code";
  }

  /** {@return whether a step is small and was added} */
  private boolean take(BoundStep step) {
    int known = memory.size();
    var parts = parts(step);
    if (parts.isEmpty() || !parts.stream().allMatch(SmallSteps::takes)) {
      memory.values().removeIf(number -> number >= known);
      return false;
    }
    small.addAll(parts);
    values += parts.stream().mapToInt(SmallStep::values).sum();
    count++;
    return true;
  }

  /** {@return the small steps that a step consists of; empty if it calls another kernel} */
  private List<SmallStep> parts(BoundStep bound) {
    var inputs = bound.inputs().iterator();
    var outputs = bound.outputs().iterator();
    return switch (bound.step()) {
      case Step.Loop loop -> List.of(loop(loop, inputs, outputs));
      case Step.MergedLoop loops ->
          loops.parts().stream().map(part -> loop(part, inputs, outputs)).toList();
      case Step.Reduce reduce -> {
        int[] dims = reduce.shape().toArray();
        yield List.of(
            new SmallStep.Reduce(
                reduce.op(),
                reduce.body(),
                dims,
                reduce.kept(),
                accesses(reduce.inputs().size(), inputs, dims.length),
                access(outputs.next(), reduce.kept())));
      }
      case Step.Call call -> ofCall(call, bound);
      case Step.FusedCall(var call, var prologue, var epilogue) -> {
        var parts = new ArrayList<>(prologue == null ? ofCall(call, bound) : List.of());
        if (!parts.isEmpty() && epilogue != null) {
          call.inputs().forEach(_ -> inputs.next());
          call.outputs().forEach(_ -> outputs.next());
          parts.add(loop(epilogue, inputs, outputs));
        }
        yield parts;
      }
      case Step.Control _ -> List.of();
    };
  }

  /** {@return the small steps that a call consists of; empty for another kernel} */
  private List<SmallStep> ofCall(Step.Call call, BoundStep bound) {
    var inputs = bound.inputs();
    var form = call.rule().form(inputs.stream().map(Reference::strides).toList());
    return switch (form) {
      case null -> List.of();
      case StridedProduct product -> {
        var step =
            SmallStep.product(
                product.spec(),
                access(inputs.get(0), product.lhs()),
                access(inputs.get(1), product.rhs()),
                access(bound.outputs().getFirst(), product.out()));
        yield step == null ? List.of() : List.of(step);
      }
      case BlockCopy copy -> List.of(copy(copy, bound));
      case Padding padding -> padding(padding, bound);
      case LineSearch search ->
          List.of(
              new SmallStep.Search(
                  search.dims(),
                  access(inputs.getFirst(), search.strides()),
                  access(bound.outputs().getFirst(), search.dims().length - 1),
                  search.isMax()));
    };
  }

  private List<SmallStep> padding(Padding padding, BoundStep bound) {
    var operand = bound.inputs().get(0);
    var value = bound.inputs().get(1);
    var result = bound.outputs().getFirst();
    int rank = padding.dims().length;
    var filling =
        new SmallStep.Loop(
            LoopBody.copy(result.dtype()),
            padding.dims(),
            List.of(access(value, new int[rank])),
            List.of(access(result, rank)));
    if (padding.isEmpty()) {
      return List.of(filling);
    }
    var copy =
        new SmallStep.Copy(
            padding.counts(),
            access(operand, padding.fromStrides()).plus(padding.from()),
            access(result, padding.toStrides()).plus(padding.to()),
            List.of(),
            null,
            0);
    return List.of(filling, copy);
  }

  private SmallStep copy(BlockCopy copy, BoundStep bound) {
    var inputs = bound.inputs();
    var starts =
        copy.starts().stream()
            .map(start ->
                new SmallStep.Start(
                    access(inputs.get(start.operand()), new int[0]).plus(start.element()),
                    start.most(),
                    start.stride(),
                    start.isDropped()))
            .toList();
    return new SmallStep.Copy(
        copy.dims(),
        access(inputs.get(copy.source()), copy.from()),
        access(bound.outputs().getFirst(), copy.to()),
        starts,
        copy.updates() ? access(inputs.getFirst(), new int[0]) : null,
        copy.updated());
  }

  private SmallStep loop(Step.Loop loop, Iterator<Reference> inputs, Iterator<Reference> outputs) {
    int[] dims = loop.shape().toArray();
    return new SmallStep.Loop(
        loop.body(),
        dims,
        accesses(loop.inputs().size(), inputs, dims.length),
        accesses(loop.outputs().size(), outputs, dims.length));
  }

  private List<Access> accesses(int count, Iterator<Reference> references, int rank) {
    return IntStream.range(0, count).mapToObj(_ -> access(references.next(), rank)).toList();
  }

  /**
   * {@return how a step reads or writes memory}
   *
   * @param rank rank of the step, in which scalars have strides of 0
   */
  private Access access(Reference reference, int rank) {
    int[] own = reference.strides();
    return access(reference, own.length == rank ? own : new int[rank]);
  }

  private Access access(Reference reference, int[] strides) {
    var place = new Memory(reference.slot(), reference.dtype());
    int number = memory.computeIfAbsent(place, _ -> memory.size());
    return new Access(number, reference.offset(), strides, reference.dtype());
  }
}
