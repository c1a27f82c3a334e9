package io.cambric.compile.step;

import io.cambric.array.Shape;
import io.cambric.compile.step.Assembly.Window;
import io.cambric.core.Lowering.Layout;
import io.cambric.kernel.Padding;
import io.cambric.kernel.ScalarOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Loops over pieces: a concatenation, a roll or a padding is not written if only loops read it. A
 * loop becomes one loop for each piece, which reads the piece in place. Example: a step of the heat
 * equation reads its array shifted in four directions. One loop computes all inner points from four
 * views; the border has loops of its own.
 */
public final class PieceLoops {

  /** The largest number of loops that replace one loop. */
  private static final int MOST = 27;

  /** The number of elements that are copied in the time of calling a loop, per operand. */
  private static final int CALL = 1 << 9;

  /** The shortest row that vectors compute. */
  private static final int SHORT = 32;

  /** At most {@code 1 / FEW} of the points may be in short rows. */
  private static final int FEW = 8;

  private final FusedProgram program;
  private final Set<Value.Place> results = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Value.Place, List<Step>> readers = new IdentityHashMap<>();
  private final Map<Value.Place, List<Step>> writers = new IdentityHashMap<>();

  /** Places that are written after all, because reading their pieces costs more. */
  private final Set<Value.Place> written = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The arrays that are not written. */
  private final Map<Value.Place, Assembly> assemblies = new IdentityHashMap<>();

  private PieceLoops(FusedProgram program) {
    this.program = program;
    results.addAll(program.resultPlaces());
    for (var step : program.steps()) {
      step.inputs().forEach(input -> add(readers, input, step));
      step.outputs().forEach(output -> add(writers, output, step));
    }
  }

  private static void add(Map<Value.Place, List<Step>> uses, Value value, Step step) {
    var steps = uses.computeIfAbsent(value.place(), _ -> new ArrayList<>());
    if (steps.isEmpty() || steps.getLast() != step) {
      steps.add(step);
    }
  }

  /** {@return an equal program without the concatenations and paddings that only loops read} */
  public static FusedProgram split(FusedProgram program) {
    return new PieceLoops(program).run();
  }

  private FusedProgram run() {
    readers.keySet().stream().filter(place -> !mayBeLeftOut(place)).forEach(written::add);
    for (int known = -1; known < written.size(); ) {
      known = written.size();
      assemblies.clear();
      var changed = program.eachSection(this::split);
      if (known == written.size()) {
        return assemblies.isEmpty() ? program : changed;
      }
    }
    return program;
  }

  /** {@return whether only copies write a place, and only loops read it} */
  private boolean mayBeLeftOut(Value.Place place) {
    return !results.contains(place)
        && writers.getOrDefault(place, List.of()).stream().allMatch(PieceLoops::copies)
        && readers.getOrDefault(place, List.of()).stream()
            .allMatch(step -> step instanceof Step.Loop loop && isSplittable(loop));
  }

  private static boolean copies(Step step) {
    return switch (step) {
      case Step.Loop(var body, _, var inputs, var outputs) ->
          body.code().isEmpty() && inputs.size() == 1 && outputs.size() == 1;
      case Step.Call call -> padding(call) != null;
      default -> false;
    };
  }

  private static @Nullable Padding padding(Step.Call call) {
    var strides = call.inputs().stream().map(input -> input.layout().strides()).toList();
    return call.rule().form(strides) instanceof Padding padding && isWithoutGaps(padding)
        ? padding
        : null;
  }

  private static boolean isWithoutGaps(Padding padding) {
    int[] strides = Shape.of(padding.dims()).strides();
    for (int axis = 0; axis < strides.length; axis++) {
      if (padding.counts()[axis] > 1 && padding.toStrides()[axis] != strides[axis]) {
        return false;
      }
    }
    return !padding.isEmpty();
  }

  private static boolean isSplittable(Step.Loop loop) {
    return !loop.body().hasRows()
        && loop.body().code().stream().noneMatch(instr -> instr.op() == ScalarOp.INDEX);
  }

  private List<Step> split(List<Step> section) {
    var steps = new ArrayList<Step>();
    for (var step : section) {
      var loops = step instanceof Step.Loop loop ? pieces(loop) : List.of(step);
      for (var each : loops) {
        if (!isLeftOut(each)) {
          steps.add(each);
        }
      }
    }
    return steps;
  }

  /**
   * {@return whether a step copies into an array that is not written} Its pieces are then recorded.
   */
  private boolean isLeftOut(Step step) {
    if (!copies(step)) {
      return false;
    }
    var output = step.outputs().getFirst();
    var place = output.place();
    if (written.contains(place) || !readers.containsKey(place)) {
      return false;
    }
    if (step instanceof Step.Call call && padding(call) instanceof Padding padding) {
      var whole = Assembly.of(padding, call.inputs().get(0), call.inputs().get(1));
      assemblies.put(place, whole);
      return true;
    }
    var known = assemblies.get(place);
    var whole = known == null ? Assembly.of(place.length(), output.layout()) : known;
    if (whole == null || !whole.add(output.layout(), step.inputs().getFirst())) {
      written.add(place);
      return false;
    }
    assemblies.put(place, whole);
    return true;
  }

  /**
   * {@return the loops over pieces that replace a loop; the loop itself if it reads no assembly}
   */
  private List<Step.Loop> pieces(Step.Loop loop) {
    var windows = new ArrayList<@Nullable Window>();
    int rank = loop.shape().rank();
    long saved = 0;
    var places = new ArrayList<Value.Place>();
    for (var input : loop.inputs()) {
      var assembly = assemblies.get(input.place());
      if (assembly == null) {
        windows.add(null);
        continue;
      }
      var window = input.layout().shape().rank() == rank ? assembly.window(input.layout()) : null;
      if (window == null || !assembly.isComplete() || input.dtype() != input.place().dtype()) {
        written.add(input.place());
        return List.of(loop);
      }
      windows.add(window);
      if (!places.contains(input.place())) {
        places.add(input.place());
        saved += assembly.shape().size();
      }
    }
    if (places.isEmpty()) {
      return List.of(loop);
    }
    var cuts = cuts(loop, windows);
    if (!isWorthIt(loop, cuts, saved)) {
      written.addAll(places);
      return List.of(loop);
    }
    var loops = new ArrayList<Step.Loop>();
    int[] from = new int[rank];
    addLoops(loop, windows, cuts, 0, from, new int[rank], loops);
    return loops;
  }

  /** {@return by axis, the ends of the parts of a loop in which each assembly is one piece} */
  private List<List<Integer>> cuts(Step.Loop loop, List<@Nullable Window> windows) {
    var all = new ArrayList<List<Integer>>();
    for (int d = 0; d < loop.shape().rank(); d++) {
      var cuts = new TreeSet<Integer>();
      cuts.add(loop.shape().dim(d));
      for (int k = 0; k < windows.size(); k++) {
        if (windows.get(k) instanceof Window window) {
          assembly(loop, k).addCuts(window, d, loop.shape().dim(d), cuts);
        }
      }
      all.add(List.copyOf(cuts));
    }
    return all;
  }

  private Assembly assembly(Step.Loop loop, int input) {
    return Objects.requireNonNull(assemblies.get(loop.inputs().get(input).place()));
  }

  private static boolean isWorthIt(Step.Loop loop, List<List<Integer>> cuts, long saved) {
    long loops = 1;
    for (var ends : cuts) {
      loops *= ends.size();
    }
    int last = loop.shape().rank() - 1;
    int row = last < 0 ? 1 : loop.shape().dim(last);
    int inShortRows = 0;
    int start = 0;
    for (int end : last < 0 ? List.of(1) : cuts.get(last)) {
      inShortRows += end - start < SHORT ? end - start : 0;
      start = end;
    }
    return loops <= MOST
        && saved >= (loops - 1) * (loop.inputs().size() + loop.outputs().size()) * CALL
        && (row < SHORT || inShortRows * FEW <= row);
  }

  private void addLoops(
      Step.Loop loop,
      List<@Nullable Window> windows,
      List<List<Integer>> cuts,
      int axis,
      int[] from,
      int[] dims,
      List<Step.Loop> loops) {
    if (axis == dims.length) {
      loops.add(part(loop, windows, from, Shape.of(dims)));
      return;
    }
    int start = 0;
    for (int end : cuts.get(axis)) {
      from[axis] = start;
      dims[axis] = end - start;
      addLoops(loop, windows, cuts, axis + 1, from, dims, loops);
      start = end;
    }
  }

  private Step.Loop part(Step.Loop loop, List<@Nullable Window> windows, int[] from, Shape shape) {
    var inputs = new ArrayList<Value>();
    for (int k = 0; k < windows.size(); k++) {
      inputs.add(
          windows.get(k) instanceof Window window
              ? assembly(loop, k).read(window, from, shape)
              : part(loop.inputs().get(k), from, shape));
    }
    var outputs = loop.outputs().stream().map(output -> part(output, from, shape)).toList();
    return new Step.Loop(loop.body(), shape, inputs, outputs);
  }

  /** {@return a part of an operand of a loop} */
  private static Value part(Value value, int[] from, Shape shape) {
    int[] strides = value.stridesFor(from.length);
    int offset = value.layout().offset();
    for (int d = 0; d < from.length; d++) {
      offset += from[d] * strides[d];
    }
    return new Value(value.place(), new Layout(shape, offset, strides), value.dtype());
  }
}
