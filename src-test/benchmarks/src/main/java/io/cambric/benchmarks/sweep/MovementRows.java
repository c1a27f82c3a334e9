package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.FLOAT;
import static io.cambric.benchmarks.sweep.Family.REAL;
import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.benchmarks.sweep.Family.WIDE;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.option.PadMode;
import java.util.List;

/**
 * Functions that move elements.
 *
 * <p>A row whose result would be a view multiplies it by a number, so that there is something to
 * write.
 */
final class MovementRows {

  private static final long MOST = 2_000_000;
  private static final double FACTOR = 1.0000001;

  private static final String ONE = "a b";
  private static final String FOUR = "a:1-16 b:1-512 c:1-16 d:1-128";

  private MovementRows() {}

  static List<Family> families() {
    return List.of(lax(), numpy(), creation());
  }

  private static Family lax() {
    return new Family("movement", MOST, true)
        .addSized("lax.broadcast", FLOAT, "b; a", (c, x) -> Lax.broadcast(x.get(0), c.shape("a")))
        .addSized(
            "lax.broadcastInDim",
            FLOAT,
            "a; b",
            (c, x) -> Lax.broadcastInDim(x.get(0), c.shape("a", "b"), Axes.of(0)))
        .add("lax.broadcastLike", FLOAT, "b, a b", (x, y) -> Lax.broadcastLike(x, y).mul(y))
        .add("lax.broadcastToRank", FLOAT, ONE, x -> Lax.broadcastToRank(x, 4).mul(FACTOR))
        .add("lax.collapse", FLOAT, FOUR, x -> Lax.collapse(x, 1, 3).mul(FACTOR))
        .add("lax.concatenate:rows", REAL, "a b, a c", (x, y) -> Lax.concatenate(List.of(x, y), 1))
        .add(
            "lax.concatenate:columns",
            REAL,
            "a c, b c",
            (x, y) -> Lax.concatenate(List.of(x, y), 0))
        .add("lax.expandDims", FLOAT, ONE, x -> Lax.expandDims(x, Axes.of(1)).mul(FACTOR))
        .add(
            "lax.pad",
            REAL,
            "a b, normal",
            (x, v) -> Lax.pad(x, v, Axes.of(1, 2), Axes.of(2, 1), Axes.of(0, 0)))
        .add(
            "lax.pad:interior",
            FLOAT,
            "a:1-2000 b:1-2000, normal",
            (x, v) -> Lax.pad(x, v, Axes.of(0, 0), Axes.of(0, 0), Axes.of(1, 1)))
        .add("lax.reshape", FLOAT, FOUR, x -> Lax.reshape(x, Shape.of(x.size())).mul(FACTOR))
        .add("lax.rev:rows", REAL, ONE, x -> Lax.rev(x, Axes.of(1)))
        .add("lax.rev:columns", REAL, ONE, x -> Lax.rev(x, Axes.of(0)))
        .addSized(
            "lax.slice",
            REAL,
            "a:4-6000 b:4-6000",
            (c, x) ->
                Lax.slice(
                        x.get(0),
                        Axes.of(1, 1),
                        Axes.of(c.size("a") - 1, c.size("b") - 1),
                        Axes.of(1, 2))
                    .mul(x.get(0).dtype().isFloating() ? FACTOR : 1))
        .add(
            "lax.sliceInDim",
            FLOAT,
            "a b:4-6000",
            x -> Lax.sliceInDim(x, 1, x.dim(1) - 1, 1, 1).mul(FACTOR))
        .addSized("lax.split", FLOAT, "a b+c", (c, x) -> split(c, x.get(0)))
        .add("lax.squeeze", FLOAT, "a 1 b", x -> Lax.squeeze(x, Axes.of(1)).mul(FACTOR))
        .add("lax.stack", FLOAT, "a b, a b", (x, y) -> Lax.stack(List.of(x, y), 1))
        .add("lax.tile", FLOAT, "a:1-600 b:1-600", x -> Lax.tile(x, Axes.of(2, 3)))
        .add("lax.transpose", REAL, ONE, x -> Lax.transpose(x, Axes.of(1, 0)))
        .add("lax.transpose:heads", FLOAT, FOUR, x -> Lax.transpose(x, Axes.of(0, 2, 1, 3)))
        .add("lax.transpose:first", FLOAT, FOUR, x -> Lax.transpose(x, Axes.of(3, 0, 1, 2)))
        .add(
            "lax.unstack",
            FLOAT,
            "a:1-64 b c",
            x -> Lax.unstack(x, 0).stream().map(part -> part.mul(FACTOR)).toList());
  }

  private static Object split(Case c, Array x) {
    return Lax.split(x, Axes.of(c.size("b"), c.size("c")), 1).stream()
        .map(part -> part.mul(FACTOR))
        .toList();
  }

  private static Family numpy() {
    return new Family("numpy movement", MOST, true)
        .add("numpy.reshape", FLOAT, FOUR, x -> Numpy.reshape(x, -1).mul(FACTOR))
        .add("numpy.ravel", FLOAT, ONE, x -> Numpy.ravel(x).mul(FACTOR))
        .add("numpy.transpose", FLOAT, ONE, x -> Numpy.transpose(x))
        .add("numpy.swapaxes", FLOAT, FOUR, x -> Numpy.swapaxes(x, 1, 2))
        .add("numpy.moveaxis", FLOAT, FOUR, x -> Numpy.moveaxis(x, 1, -1))
        .add("numpy.concatenate", FLOAT, "a b, a b", (x, y) -> Numpy.concatenate(List.of(x, y), 1))
        .add("numpy.stack", FLOAT, "a b, a b", (x, y) -> Numpy.stack(List.of(x, y), 0))
        .add("numpy.hstack", FLOAT, "a b, a c", (x, y) -> Numpy.hstack(x, y))
        .add("numpy.vstack", FLOAT, "a c, b c", (x, y) -> Numpy.vstack(x, y))
        .add(
            "numpy.split",
            FLOAT,
            "a 4*b",
            x -> Numpy.split(x, 4, 1).stream().map(part -> part.mul(FACTOR)).toList())
        .add("numpy.tile", FLOAT, "a:1-600 b:1-600", x -> Numpy.tile(x, 2, 3))
        .add("numpy.repeat", FLOAT, "a:1-2000 b:1-2000", x -> Numpy.repeat(x, 3, 1))
        .add("numpy.roll", FLOAT, "a b:4-6000", x -> Numpy.roll(x, 3, 1))
        .add("numpy.flip", FLOAT, ONE, x -> Numpy.flip(x, 0))
        .add("numpy.rot90", FLOAT, ONE, x -> Numpy.rot90(x))
        .add("numpy.pad", FLOAT, ONE, x -> Numpy.pad(x, new int[][] {{1, 1}, {2, 2}}))
        .add(
            "numpy.pad:reflect",
            WIDE,
            "a:4-3000 b:4-3000",
            x -> Numpy.pad(x, new int[][] {{1, 1}, {2, 2}}, PadMode.REFLECT))
        .addSized(
            "numpy.broadcastTo",
            FLOAT,
            "b; a",
            (c, x) -> Numpy.broadcastTo(x.get(0), c.shape("a", "b")))
        .add("numpy.expandDims", FLOAT, ONE, x -> Numpy.expandDims(x, 0).mul(FACTOR))
        .add("numpy.squeeze", FLOAT, "a 1 b", x -> Numpy.squeeze(x, 1).mul(FACTOR))
        .add("numpy.tril", FLOAT, ONE, x -> Numpy.tril(x))
        .add("numpy.triu", FLOAT, ONE, x -> Numpy.triu(x))
        .add("numpy.diag", FLOAT, "n:1-1400", x -> Numpy.diag(x))
        .add("numpy.diagonal", FLOAT, "n:1-1400 n", x -> Numpy.diagonal(x).mul(FACTOR))
        .add("numpy.trace", FLOAT, "n:1-1400 n", x -> Numpy.trace(x));
  }

  /** Arrays from nothing; the operand is a factor, so that the result is no constant. */
  private static Family creation() {
    return new Family("creation", MOST, false)
        .forwardSized(
            "lax.iota",
            SINGLE,
            "normal; n:1-1000000",
            (c, x) -> Lax.iota(c.dtype(), c.size("n")).mul(x.get(0)))
        .forwardSized(
            "lax.broadcastedIota",
            SINGLE,
            "normal; a b",
            (c, x) -> Lax.broadcastedIota(c.dtype(), c.shape("a", "b"), 1).mul(x.get(0)))
        .forward("lax.fullLike", FLOAT, ONE, x -> Lax.fullLike(x, 2).mul(x))
        .forwardSized(
            "numpy.arange",
            SINGLE,
            "normal; n:1-1000000",
            (c, x) -> Numpy.arange(c.size("n")).mul(x.get(0)))
        .forwardSized(
            "numpy.linspace",
            WIDE,
            "normal, normal; n:2-1000000",
            (c, x) -> Numpy.linspace(x.get(0), x.get(1), c.size("n")))
        .forward("numpy.zerosLike", FLOAT, ONE, x -> Numpy.zerosLike(x).add(x))
        .forward("numpy.eye", SINGLE, "n:1-1400 n", x -> Numpy.eye(x.dim(0)).mul(x))
        .forward("numpy.meshgrid", WIDE, "a, b", (x, y) -> Numpy.meshgrid(x, y));
  }
}
