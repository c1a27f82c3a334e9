package io.cambric.compile;

import io.cambric.compile.FusedProgram.Result;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.LoopBody;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Memory planning: assigns every value of a program to an argument, a result or a buffer. Results
 * of the program are fresh arrays. Every other value is assigned a buffer for its live range, from
 * its writer to its last reader ({@link BufferAssignment}).
 *
 * <p>Values of sections that run at the same time share no buffer.
 *
 * <p>A loop may overwrite an operand whose live range ends in it. Kernels that update an operand
 * and loops that carry one do so in place ({@link InPlaceUpdates}).
 */
final class MemoryPlanner {

  private final List<Step> steps;
  private final Map<Value.Place, Integer> slots = new IdentityHashMap<>();
  private final List<Program.Slot> slotKinds = new ArrayList<>();
  private final Map<Value.Place, Integer> firstWrite = new IdentityHashMap<>();
  private final Map<Value.Place, Integer> lastRead = new IdentityHashMap<>();
  private final Map<Value.Place, List<Integer>> readers = new IdentityHashMap<>();
  private final Map<Value.Place, Integer> rangeOf = new IdentityHashMap<>();
  private final Schedule schedule;
  private final BufferAssignment buffers;

  private MemoryPlanner(List<Step> steps, Schedule schedule) {
    this.steps = steps;
    this.schedule = schedule;
    this.buffers = new BufferAssignment(schedule);
  }

  /**
   * {@return the program}
   *
   * @param avals avals of the results; simplification may have dropped that a dtype is weak
   * @param donated whether each input may be overwritten after its last use
   */
  static Program plan(FusedProgram fused, List<ShapedArray> avals, List<Boolean> donated) {
    var steps = new ArrayList<>(fused.steps());
    var outputs = new ArrayList<Program.Output>();
    var resultPlaces = new ArrayList<Value.Place>();
    for (var result : fused.results()) {
      switch (result) {
        case Result.Known(var literal) -> outputs.add(new Program.Output.Known(literal.array()));
        case Result.Input(int number) -> outputs.add(new Program.Output.Argument(number));
        case Result.Written(var value) -> {
          var dense = value.isWhole() ? value : copy(value, steps);
          int known = resultPlaces.indexOf(dense.place());
          if (known < 0) {
            resultPlaces.add(dense.place());
            known = resultPlaces.size() - 1;
          }
          outputs.add(new Program.Output.Written(known));
        }
      }
    }
    var scheduled = ScheduledSteps.of(CopyElision.of(steps, resultPlaces), resultPlaces);
    return new MemoryPlanner(
            InPlaceUpdates.of(scheduled.steps(), resultPlaces), scheduled.schedule())
        .run(fused.inputs(), resultPlaces, outputs, avals, donated);
  }

  private static Value copy(Value value, List<Step> steps) {
    var shape = value.layout().shape();
    var place = new Value.Place(Value.Kind.WRITTEN, value.dtype(), shape.size());
    var dense = Value.dense(place, shape);
    steps.add(new Step.Loop(LoopBody.copy(value.dtype()), shape, List.of(value), List.of(dense)));
    return dense;
  }

  private Program run(
      List<Value.Place> inputs,
      List<Value.Place> results,
      List<Program.Output> outputs,
      List<ShapedArray> avals,
      List<Boolean> donated) {
    for (int i = 0; i < inputs.size(); i++) {
      addSlot(inputs.get(i), new Program.Slot.Argument(i));
    }
    for (int i = 0; i < steps.size(); i++) {
      for (var input : steps.get(i).inputs()) {
        lastRead.put(input.place(), i);
        readers.computeIfAbsent(input.place(), _ -> new ArrayList<>()).add(i);
      }
      for (var output : steps.get(i).outputs()) {
        firstWrite.putIfAbsent(output.place(), i);
      }
    }
    var offered = new ArrayList<Integer>();
    for (int i = 0; i < inputs.size(); i++) {
      if (donated.get(i) && !outputs.contains(new Program.Output.Argument(i))) {
        offered.add(i);
      }
    }
    for (int i = 0; i < results.size(); i++) {
      var place = results.get(i);
      var argument = takeDonated(place, inputs, offered);
      addSlot(place, new Program.Slot.Result(i, place.dtype(), place.length(), argument));
    }
    for (int i = 0; i < steps.size(); i++) {
      allocate(steps.get(i), i);
      release(steps.get(i), i);
    }
    var bound =
        steps.stream()
            .map(step ->
                new Program.BoundStep(step, references(step.inputs()), references(step.outputs())))
            .toList();
    var types = buffers.share();
    var placed = slotKinds.stream().map(this::placed).toList();
    return new Program(inputs.size(), placed, types, bound, schedule, outputs, avals);
  }

  private Program.Slot placed(Program.Slot slot) {
    return slot instanceof Program.Slot.Temporary(int range, var dtype)
        ? new Program.Slot.Temporary(buffers.of(range), dtype)
        : slot;
  }

  /**
   * {@return the number of a donated input whose memory the result can use; it is removed from the
   * offered ones}
   */
  private OptionalInt takeDonated(
      Value.Place result, List<Value.Place> inputs, List<Integer> offered) {
    int first = Objects.requireNonNull(firstWrite.get(result));
    for (int argument : offered) {
      if (isFree(inputs.get(argument), result, first)) {
        offered.remove((Integer) argument);
        return OptionalInt.of(argument);
      }
    }
    return OptionalInt.empty();
  }

  /** {@return whether the step that writes a result may overwrite an input of the same size} */
  private boolean isFree(Value.Place input, Value.Place result, int now) {
    int last = lastRead.getOrDefault(input, -1);
    return input.dtype() == result.dtype()
        && input.length() == result.length()
        && !isReadMeanwhile(input, now)
        && (last < now || (last == now && mayOverwrite(steps.get(now), input, result)));
  }

  /** {@return whether a step reads a place that may run at the same time as another step} */
  private boolean isReadMeanwhile(Value.Place place, int now) {
    return readers.getOrDefault(place, List.of()).stream()
        .anyMatch(reader -> schedule.areConcurrent(reader, now));
  }

  private void addSlot(Value.Place place, Program.Slot slot) {
    slots.put(place, slotKinds.size());
    slotKinds.add(slot);
  }

  private void allocate(Step step, int now) {
    var parts = partsOf(step);
    for (var output : step.outputs()) {
      var place = output.place();
      if (slots.containsKey(place)) {
        continue;
      }
      if (step instanceof Step.FusedCall(_, _, var epilogue)
          && epilogue != null
          && Objects.equals(lastRead.get(place), now)
          && resultFor(epilogue, place) instanceof Integer result) {
        slots.put(place, result);
        continue;
      }
      int range =
          overwritten(step, parts, place, now)
              .orElseGet(() -> buffers.begin(place.dtype(), place.length(), now));
      rangeOf.put(place, range);
      // The number of the live range stands in until buffers are assigned.
      addSlot(place, new Program.Slot.Temporary(range, place.dtype()));
    }
  }

  /**
   * {@return the slot of a result of the program, if a product can be computed in it before the
   * epilogue overwrites it}
   */
  private @Nullable Integer resultFor(Step.Loop epilogue, Value.Place product) {
    for (var output : epilogue.outputs()) {
      var place = output.place();
      var slot = slots.get(place);
      if (slot != null
          && slotKinds.get(slot)
              instanceof Program.Slot.Result(_, var dtype, int length, var donated)
          && donated.isEmpty()
          && dtype == product.dtype()
          && length == product.length()
          && output.layout().isDense()) {
        return slot;
      }
    }
    return null;
  }

  /**
   * {@return the live range of an operand that ends in a step and that the output can overwrite}
   */
  private OptionalInt overwritten(
      Step step, @Nullable MergedParts parts, Value.Place output, int now) {
    for (var input : parts == null ? step.inputs() : parts.inputsOf(output)) {
      var place = input.place();
      boolean dies =
          rangeOf.containsKey(place)
              && Objects.equals(lastRead.get(place), now)
              && place.length() == output.length()
              && place.dtype() == output.dtype()
              && !isReadMeanwhile(place, now);
      if (dies && mayOverwrite(step, parts, place, output)) {
        return OptionalInt.of(Objects.requireNonNull(rangeOf.remove(place)));
      }
    }
    return OptionalInt.empty();
  }

  private static boolean mayOverwrite(Step step, Value.Place input, Value.Place output) {
    return mayOverwrite(step, partsOf(step), input, output);
  }

  private static @Nullable MergedParts partsOf(Step step) {
    return step instanceof Step.MergedLoop merged ? MergedParts.of(merged) : null;
  }

  /** {@return whether a step may write an output into the memory of an operand} */
  private static boolean mayOverwrite(
      Step step, @Nullable MergedParts merged, Value.Place input, Value.Place output) {
    return switch (step) {
      case Step.Loop loop -> readsPointwise(loop, input);
      case Step.MergedLoop _ -> Objects.requireNonNull(merged).mayOverwrite(input, output);
      // Tiles of the call's own result are written before the epilogue reads anything.
      case Step.FusedCall(var call, var prologue, var epilogue) ->
          epilogue != null
              && writes(epilogue, output)
              && !reads(call, input)
              && (prologue == null || !reads(prologue.loop(), input))
              && readsPointwise(epilogue, input);
      case Step.Call _, Step.Control _ ->
          InPlaceUpdates.madeOver(step, input) instanceof Value made && made.place() == output;
      case Step.Reduce _ -> false;
    };
  }

  private static boolean reads(Step step, Value.Place place) {
    return step.inputs().stream().anyMatch(input -> input.place() == place);
  }

  private static boolean writes(Step step, Value.Place place) {
    return step.outputs().stream().anyMatch(output -> output.place() == place);
  }

  /**
   * {@return whether a loop reads a whole place in the order of its points, so that it can
   * overwrite each element}
   */
  static boolean readsPointwise(Step.Loop loop, Value.Place place) {
    return loop.shape().size() == place.length()
        && loop.inputs().stream()
            .filter(input -> input.place() == place)
            .allMatch(input ->
                input.layout().shape().equals(loop.shape())
                    && input.layout().isDense()
                    && input.layout().offset() == 0);
  }

  private void release(Step step, int now) {
    for (var input : step.inputs()) {
      free(input.place(), now);
    }
    for (var output : step.outputs()) {
      free(output.place(), now);
    }
  }

  private void free(Value.Place place, int now) {
    if (lastRead.getOrDefault(place, -1) <= now && rangeOf.containsKey(place)) {
      buffers.end(rangeOf.remove(place), now);
    }
  }

  private List<Program.Reference> references(List<Value> values) {
    return values.stream()
        .map(value ->
            new Program.Reference(
                Objects.requireNonNull(slots.get(value.place())),
                value.layout().offset(),
                value.layout().strides(),
                value.layout().shape(),
                value.dtype()))
        .toList();
  }
}
