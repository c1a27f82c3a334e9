package io.cambric.numpy.routine;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.GatherDims;
import io.cambric.numpy.routine.ResolvedIndex.Added;
import io.cambric.numpy.routine.ResolvedIndex.Fixed;
import io.cambric.numpy.routine.ResolvedIndex.Listed;
import io.cambric.numpy.routine.ResolvedIndex.Part;
import io.cambric.numpy.routine.ResolvedIndex.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * An index in the form of gather and scatter.
 *
 * <p>If an index contains arrays, its integers and arrays are broadcast to one shape. The axes of
 * this shape replace those parts if they are neighbours; else they come first.
 *
 * @param indices the start indices, with their components along the last axis
 * @param dims the roles of the axes
 * @param sizes of the window
 * @param reversed axes of the result, without new axes, that are reversed
 * @param added new axes of the result
 * @param shape of the result
 * @param unique whether no element is indexed twice
 * @see <a
 *     href="https://numpy.org/doc/stable/user/basics.indexing.html#combining-advanced-and-basic-indexing">Combining
 *     advanced and basic indexing</a>
 */
record GatherPlan(
    Array indices,
    GatherDims dims,
    Shape sizes,
    Axes reversed,
    Axes added,
    Shape shape,
    boolean unique) {

  static GatherPlan of(ResolvedIndex index) {
    return new Planning(index).finished();
  }

  /** Components of start indices, with axes that begin at an axis of the indices. */
  private record Piece(Array places, int at) {}

  /** Iterates over the parts of an index; mutable. */
  private static final class Planning {

    private final ResolvedIndex index;
    private final DType dtype;
    private final boolean advanced;
    private final List<Piece> pieces = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final List<Integer> collapsed = new ArrayList<>();
    private final List<Integer> startMap = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Integer> reversed = new ArrayList<>();
    private final List<Integer> added = new ArrayList<>();
    private final List<Integer> shape = new ArrayList<>();
    private Shape batch = Shape.scalar();
    private int axis;
    private int resultAxis;

    Planning(ResolvedIndex index) {
      this.index = index;
      this.dtype = isWide(index) ? DType.I64 : DType.I32;
      this.advanced =
          index.parts().stream()
              .anyMatch(part -> part instanceof Listed(var places) && places.rank() > 0);
      boolean open = advanced;
      if (open && !index.together()) {
        addListed();
        open = false;
      }
      for (var part : index.parts()) {
        if (open && isPlaces(part)) {
          addListed();
          open = false;
        }
        add(part);
      }
    }

    private static boolean isWide(ResolvedIndex index) {
      return index.parts().stream()
          .anyMatch(part ->
              part instanceof Listed(var places)
                  && (places.dtype().is64Bit() || places.dtype() == DType.U32));
    }

    private static boolean isPlaces(Part part) {
      return part instanceof Fixed || part instanceof Listed;
    }

    /** Adds all integers and index arrays together. */
    private void addListed() {
      var places = new ArrayList<Array>();
      int at = 0;
      for (var part : index.parts()) {
        if (isPlaces(part)) {
          places.add(components(part, at));
          startMap.add(at);
          collapsed.add(at);
        }
        at += part instanceof Added ? 0 : 1;
      }
      var broadcast = Shapes.broadcastArrays(places.toArray(Array[]::new));
      var common = broadcast.getFirst().shape();
      broadcast.forEach(each -> pieces.add(new Piece(each, batch.rank())));
      batch = batch.concat(common);
      for (int i = 0; i < common.rank(); i++) {
        shape.add(common.dim(i));
      }
      resultAxis += common.rank();
    }

    private Array components(Part part, int at) {
      return switch (part) {
        case Fixed(int place) -> Creation.scalar(place, dtype);
        case Listed(var places) ->
            Lax.convertElementType(Operands.fromFirst(places, index.shape().dim(at)), dtype);
        case Run _, Added _ -> throw new AssertionError("not a place: " + part);
      };
    }

    private void add(Part part) {
      switch (part) {
        case Added _ -> {
          added.add(shape.size());
          shape.add(1);
        }
        case Fixed _, Listed _ -> {
          if (!advanced) {
            pieces.add(new Piece(components(part, axis), batch.rank()));
            startMap.add(axis);
            collapsed.add(axis);
          }
          sizes.add(1);
          axis++;
        }
        case Run run -> addRun(run);
      }
    }

    private void addRun(Run run) {
      if (run.step() == 1) {
        if (run.size() != index.shape().dim(axis)) {
          pieces.add(new Piece(Creation.scalar(run.start(), dtype), batch.rank()));
          startMap.add(axis);
        }
        sizes.add(run.size());
        offsets.add(resultAxis);
      } else {
        double end = run.start() + (double) run.step() * run.size();
        pieces.add(new Piece(Ranges.arange(run.start(), end, run.step(), dtype), batch.rank()));
        startMap.add(axis);
        collapsed.add(axis);
        sizes.add(1);
        batch = batch.insert(batch.rank(), run.size());
      }
      if (run.reversed()) {
        reversed.add(resultAxis);
      }
      shape.add(run.size());
      resultAxis++;
      axis++;
    }

    GatherPlan finished() {
      var components = new ArrayList<Array>();
      for (var piece : pieces) {
        var axes = Axes.range(piece.at(), piece.at() + piece.places().rank());
        components.add(Lax.broadcastInDim(piece.places(), batch.insert(batch.rank(), 1), axes));
      }
      var indices =
          components.isEmpty()
              ? Creation.zeros(Shape.of(0), dtype)
              : Lax.concatenate(components, batch.rank());
      return new GatherPlan(
          indices,
          new GatherDims(axes(offsets), axes(collapsed.stream().sorted().toList()), axes(startMap)),
          Shape.of(axes(sizes).toArray()),
          axes(reversed),
          axes(added),
          Shape.of(axes(shape).toArray()),
          !advanced);
    }

    private static Axes axes(List<Integer> numbers) {
      return Axes.of(numbers.stream().mapToInt(Integer::intValue).toArray());
    }
  }
}
