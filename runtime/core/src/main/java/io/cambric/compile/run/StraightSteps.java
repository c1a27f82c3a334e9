package io.cambric.compile.run;

import io.cambric.array.DType;
import io.cambric.compile.run.Program.BoundStep;
import io.cambric.compile.run.Program.Reference;
import io.cambric.compile.step.Step;
import io.cambric.kernel.block.DotProducts;
import io.cambric.kernel.straight.Access;
import io.cambric.kernel.straight.SmallStep;
import io.cambric.kernel.straight.SmallSteps;
import io.cambric.kernel.straight.StraightWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Some steps of a program that follow each other, as straight code.
 *
 * @param from the first step
 * @param to the step after the last one
 * @param slots the memory of each array of the code
 * @param written the code, and the working memory after these arrays
 */
record StraightSteps(int from, int to, int[] slots, StraightWriter.Written written) {

  /** An array of the code: the memory of a slot, read as a dtype. */
  private record Memory(int slot, DType dtype) {}

  /** {@return the straight code of all small steps of a program} */
  static List<StraightSteps> of(List<BoundStep> steps, Schedule schedule) {
    var all = new ArrayList<StraightSteps>();
    for (int from = 0, to; from < steps.size(); from = to) {
      var memory = new ArrayList<Memory>();
      var small = new ArrayList<SmallStep>();
      to = from;
      while (to < steps.size() && (to == from || follow(to - 1, to, schedule))) {
        int known = memory.size();
        var parts = parts(steps.get(to), memory);
        if (parts.isEmpty() || !parts.stream().allMatch(SmallSteps::takes)) {
          memory.subList(known, memory.size()).clear();
          break;
        }
        small.addAll(parts);
        to++;
      }
      if (to > from) {
        int[] slots = memory.stream().mapToInt(Memory::slot).toArray();
        all.add(new StraightSteps(from, to, slots, StraightWriter.write(small, slots.length)));
      } else {
        to++;
      }
    }
    return all;
  }

  /** {@return the small steps that a step is, none if it calls another kernel} */
  private static List<SmallStep> parts(BoundStep bound, List<Memory> memory) {
    return switch (bound.step()) {
      case Step.Loop loop ->
          List.of(loop(loop, bound.inputs().iterator(), bound.outputs().iterator(), memory));
      case Step.MergedLoop loops -> {
        var inputs = bound.inputs().iterator();
        var outputs = bound.outputs().iterator();
        yield loops.parts().stream().map(part -> loop(part, inputs, outputs, memory)).toList();
      }
      case Step.Reduce reduce -> {
        int[] dims = reduce.shape().toArray();
        var inputs = bound.inputs().iterator();
        var output = access(bound.outputs().getFirst(), reduce.kept(), memory);
        yield List.of(
            new SmallStep.Reduce(
                reduce.op(),
                reduce.body(),
                dims,
                reduce.kept(),
                accesses(reduce.inputs().size(), inputs, dims.length, memory),
                output));
      }
      case Step.Call call -> call(call, bound, memory);
      case Step.FusedCall(var call, var prologue, var epilogue) -> {
        var parts = new ArrayList<>(prologue == null ? call(call, bound, memory) : List.of());
        if (!parts.isEmpty() && epilogue != null) {
          var inputs = bound.inputs().listIterator(call.inputs().size());
          var outputs = bound.outputs().listIterator(call.outputs().size());
          parts.add(loop(epilogue, inputs, outputs, memory));
        }
        yield parts;
      }
      case Step.Control _ -> List.of();
    };
  }

  /** {@return the product that a call computes, in order of k; none of another kernel} */
  private static List<SmallStep> call(Step.Call call, BoundStep bound, List<Memory> memory) {
    if (call.inputs().size() != 2) {
      return List.of();
    }
    var lhs = bound.inputs().get(0);
    var rhs = bound.inputs().get(1);
    var product = call.rule().product(lhs.strides(), rhs.strides());
    if (product == null
        || product.spec().dtype() != DType.F32
        || !product.spec().ofVectors()
            && DotProducts.fit(product.spec(), product.lhs(), product.rhs())) {
      return List.of();
    }
    return List.of(
        SmallStep.product(
            product.spec(),
            access(lhs, product.lhs(), memory),
            access(rhs, product.rhs(), memory),
            access(bound.outputs().getFirst(), product.out(), memory)));
  }

  private static SmallStep loop(
      Step.Loop loop,
      Iterator<Reference> inputs,
      Iterator<Reference> outputs,
      List<Memory> memory) {
    int[] dims = loop.shape().toArray();
    return new SmallStep.Loop(
        loop.body(),
        dims,
        accesses(loop.inputs().size(), inputs, dims.length, memory),
        accesses(loop.outputs().size(), outputs, dims.length, memory));
  }

  private static List<Access> accesses(
      int count, Iterator<Reference> references, int rank, List<Memory> memory) {
    return IntStream.range(0, count)
        .mapToObj(_ -> access(references.next(), rank, memory))
        .toList();
  }

  /**
   * {@return how a step reads or writes memory}
   *
   * @param rank of the step, in which scalars have strides of 0
   */
  private static Access access(Reference reference, int rank, List<Memory> memory) {
    int[] own = reference.strides();
    return access(reference, own.length == rank ? own : new int[rank], memory);
  }

  /**
   * {@return how a step reads or writes memory with these strides}
   *
   * @param memory takes the memory, unless it is there
   */
  private static Access access(Reference reference, int[] strides, List<Memory> memory) {
    var place = new Memory(reference.slot(), reference.dtype());
    if (!memory.contains(place)) {
      memory.add(place);
    }
    return new Access(memory.indexOf(place), reference.offset(), strides, reference.dtype());
  }

  /** {@return whether two neighbours run one after the other, on one thread} */
  private static boolean follow(int step, int next, Schedule schedule) {
    return schedule.firstOfSection(step) == schedule.firstOfSection(next);
  }
}
