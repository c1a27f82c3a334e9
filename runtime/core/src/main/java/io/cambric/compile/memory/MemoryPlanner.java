package io.cambric.compile.memory;

import io.cambric.compile.run.BodyCompiler;
import io.cambric.compile.run.Program;
import io.cambric.compile.run.Schedule;
import io.cambric.compile.step.FusedProgram;
import io.cambric.compile.step.FusedProgram.Result;
import io.cambric.compile.step.InPlaceUpdates;
import io.cambric.compile.step.Step;
import io.cambric.compile.step.Value;
import io.cambric.core.ShapedArray;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.Collectors;
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
public final class MemoryPlanner {

  private final List<Step> steps;
  private final BodyCompiler bodies;
  private final Map<Value.Place, Integer> slots = new IdentityHashMap<>();
  private final List<Program.Slot> slotKinds = new ArrayList<>();
  private final Map<Value.Place, Integer> firstWrite = new IdentityHashMap<>();
  private final Map<Value.Place, Integer> lastRead = new IdentityHashMap<>();
  private final Map<Value.Place, List<Integer>> readers = new IdentityHashMap<>();
  private final Map<Value.Place, Integer> rangeOf = new IdentityHashMap<>();
  private final Schedule schedule;
  private final BufferAssignment buffers;

  private MemoryPlanner(List<Step> steps, Schedule schedule, BodyCompiler bodies) {
    this.steps = steps;
    this.bodies = bodies;
    this.schedule = schedule;
    this.buffers = new BufferAssignment(schedule);
  }

  /**
   * {@return the program}
   *
   * @param avals avals of the results; simplification may have dropped weak types
   * @param bodies compiles the bodies of loops and branches
   */
  public static Program plan(FusedProgram fused, List<ShapedArray> avals, BodyCompiler bodies) {
    var results = fused.resultPlaces();
    var outputs = fused.results().stream().map(result -> output(result, results)).toList();
    return new MemoryPlanner(fused.steps(), Schedule.of(fused.segments()), bodies)
        .run(fused.inputs(), results, outputs, avals, fused.donated());
  }

  private static Program.Output output(Result result, List<Value.Place> results) {
    return switch (result) {
      case Result.Known(var literal) -> new Program.Output.Known(literal.array());
      case Result.Input(int number) -> new Program.Output.Argument(number);
      case Result.Written(var value) -> new Program.Output.Written(results.indexOf(value.place()));
    };
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
    var returned =
        outputs.stream()
            .filter(Program.Output.Argument.class::isInstance)
            .collect(Collectors.toSet());
    for (int i = 0; i < inputs.size(); i++) {
      if (donated.get(i) && !returned.contains(new Program.Output.Argument(i))) {
        offered.add(i);
      }
    }
    for (int i = 0; i < results.size(); i++) {
      var place = results.get(i);
      var argument = takeDonated(place, inputs, offered);
      addSlot(place, new Program.Slot.Result(i, place.dtype(), place.length(), argument));
    }
    steps.forEach(this::addConstants);
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
    return new Program(inputs.size(), placed, types, bound, schedule, outputs, avals, bodies);
  }

  private Program.Slot placed(Program.Slot slot) {
    return slot instanceof Program.Slot.Temporary(int range, var dtype)
        ? new Program.Slot.Temporary(buffers.of(range), dtype)
        : slot;
  }

  /**
   * {@return the number of an offered input whose memory the result can use; it is no longer
   * offered}
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

  /** {@return whether a step that may run at the same time as another step reads a place} */
  private boolean isReadMeanwhile(Value.Place place, int now) {
    return readers.getOrDefault(place, List.of()).stream()
        .anyMatch(reader -> schedule.areConcurrent(reader, now));
  }

  private void addConstants(Step step) {
    for (var input : step.inputs()) {
      var place = input.place();
      if (place.kind() == Value.Kind.CONSTANT && !slots.containsKey(place)) {
        var elements = place.elements();
        // The source array may be deleted or donated while the program still reads the elements.
        elements.claim();
        addSlot(place, new Program.Slot.Constant(elements));
      }
    }
  }

  private void addSlot(Value.Place place, Program.Slot slot) {
    slots.put(place, slotKinds.size());
    slotKinds.add(slot);
  }

  private void allocate(Step step, int now) {
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
          overwritten(step, place, now)
              .orElseGet(() -> buffers.begin(place.dtype(), place.length(), now));
      rangeOf.put(place, range);
      // A slot holds the number of its live range until buffers are assigned.
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

  /** {@return a live range of an operand that ends in a step and that the output can overwrite} */
  private OptionalInt overwritten(Step step, Value.Place output, int now) {
    for (var input : step.inputs()) {
      var place = input.place();
      boolean dies =
          rangeOf.containsKey(place)
              && Objects.equals(lastRead.get(place), now)
              && place.length() == output.length()
              && place.dtype() == output.dtype()
              && !isReadMeanwhile(place, now);
      if (dies && mayOverwrite(step, place, output)) {
        return OptionalInt.of(Objects.requireNonNull(rangeOf.remove(place)));
      }
    }
    return OptionalInt.empty();
  }

  /** {@return whether a step may write an output into the memory of an operand} */
  private static boolean mayOverwrite(Step step, Value.Place input, Value.Place output) {
    return switch (step) {
      case Step.Loop loop -> loop.readsPointwise(input);
      case Step.MergedLoop(var parts) ->
          parts.stream()
              .allMatch(
                  part -> writes(part, output) ? part.readsPointwise(input) : !reads(part, input));
      // The call writes tiles of its own result before the epilogue reads anything.
      case Step.FusedCall(var call, var prologue, var epilogue) ->
          epilogue != null
              && writes(epilogue, output)
              && !reads(call, input)
              && (prologue == null || !reads(prologue.loop(), input))
              && epilogue.readsPointwise(input);
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
