package io.cambric.benchmarks.sweep;

import static io.cambric.benchmarks.sweep.Family.SINGLE;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.whileLoop;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.numpy.Linalg;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.ScipyLinalg;
import io.cambric.numpy.Segments;
import io.cambric.transform.result.Carry;
import java.util.List;

/** Simulations, samplers, solvers and filters. */
final class SciencePrograms {

  private static final long MOST = 20_000_000;

  private SciencePrograms() {}

  static List<Family> families() {
    return List.of(ofSmallSteps(), ofPoints(), ofMatrices(), ofPlaces());
  }

  /** Loops over small arrays. */
  private static Family ofSmallSteps() {
    return new Family("StraightSteps", MOST, false)
        .addSized(
            "users.rungeKutta",
            SINGLE,
            "3; t:100-2000",
            (of, x) -> rungeKutta(x.get(0), of.size("t")))
        .forwardSized(
            "users.kalman",
            SINGLE,
            "t:50-500 2, small s:2-8 s, small 2 s",
            (_, x) -> kalman(x.get(0), x.get(1), x.get(2)))
        .forward("users.newton", SINGLE, "n:1-200", SciencePrograms::newton)
        .forwardSized(
            "users.leapfrog",
            SINGLE,
            "d:2-64, well d d; t:10-300",
            (of, x) -> leapfrog(x.get(0), x.get(1), of.size("t")))
        .forward(
            "users.langevin",
            SINGLE,
            "t:50-1000 d:2-64",
            noise ->
                scan(
                        (Array x, Array step) -> {
                          var slope =
                              grad((Array y) -> y.square().square().sum().mul(0.25)).apply(x);
                          var next = x.sub(slope.mul(0.01)).add(step.mul(0.1));
                          return new Carry<>(next, next);
                        },
                        Numpy.zeros(noise.dim(1)),
                        noise)
                    .output());
  }

  /** Programs of pairs, neighbours and paths. */
  private static Family ofPoints() {
    return new Family("Fuser", MOST, false)
        .forward("users.bodies", SINGLE, "n:50-600 3, small n 3", SciencePrograms::bodies)
        .forward(
            "users.heat",
            SINGLE,
            "n:64-700 n",
            u -> foriLoop(0, 100, (_, x) -> x.add(laplacian(x).mul(0.2)), u))
        .forward(
            "users.reaction",
            SINGLE,
            "share n:32-300 n, share n n",
            (u, v) ->
                foriLoop(
                    0,
                    50,
                    (_, x) -> {
                      var rate = x.get(0).mul(x.get(1).square());
                      var fed = x.get(0).mul(-1).add(1).mul(0.03);
                      return List.of(
                          x.get(0).add(laplacian(x.get(0)).mul(0.16)).sub(rate).add(fed),
                          x.get(1)
                              .add(laplacian(x.get(1)).mul(0.08))
                              .add(rate)
                              .sub(x.get(1).mul(0.09)));
                    },
                    List.of(u, v)))
        .add(
            "users.option",
            SINGLE,
            "n:1000-1000000, share 1, share 1",
            (paths, start, spread) -> {
              var ends = paths.mul(spread).sub(spread.square().mul(0.5)).exp().mul(start);
              return Numpy.maximum(ends.sub(0.5), 0.0).mean();
            })
        .forward("users.sinkhorn", SINGLE, "m:40-500 n:40-500", SciencePrograms::sinkhorn);
  }

  /** Programs whose linear algebra decides. */
  private static Family ofMatrices() {
    return new Family("linear algebra", MOST, false)
        .addSized(
            "users.gaussianProcess",
            SINGLE,
            "n:40-300 d:2-8, small d, n",
            (_, x) -> likelihood(x.get(0).mul(x.get(1).exp()), x.get(2)))
        .forward(
            "users.matrixPower",
            SINGLE,
            "n:16-200 n",
            a ->
                foriLoop(
                    0,
                    30,
                    (_, x) -> {
                      var y = x.matmul(a);
                      return y.div(Numpy.max(Numpy.abs(y)));
                    },
                    a))
        .forward(
            "users.conjugateGradient",
            SINGLE,
            "spd n:20-500 n, n",
            SciencePrograms::conjugateGradient)
        .forward(
            "users.pageRank",
            SINGLE,
            "share n:20-1000 n",
            links -> {
              var steps = links.div(Numpy.sum(links, Axes.of(0), true));
              int n = links.dim(0);
              return foriLoop(
                  0,
                  40,
                  (_, rank) -> steps.matmul(rank).mul(0.85).add(0.15 / n),
                  Numpy.ones(n).div(n));
            });
  }

  /** Programs whose places in arrays decide. */
  private static Family ofPlaces() {
    return new Family("gathers, InPlaceUpdates", MOST, false)
        .forward(
            "users.means",
            SINGLE,
            "n:500-20000 d:2-64, k:4-100 d",
            (x, centres) -> {
              int count = centres.dim(0);
              var far = centres.square().sum(1).sub(x.matmul(centres.transpose()).mul(2));
              var nearest = Numpy.argmin(far, 1);
              var sizes = Segments.segmentSum(Numpy.ones(x.dim(0)), nearest, count);
              return Segments.segmentSum(x, nearest, count)
                  .div(Numpy.maximum(sizes, 1.0).expandDims(1));
            });
  }

  /** The way of Lorenz's three variables, by the method of fourth order. */
  private static Array rungeKutta(Array start, int steps) {
    return scan(
            (Array x, Array _) -> {
              var first = lorenz(x);
              var second = lorenz(x.add(first.mul(0.005)));
              var third = lorenz(x.add(second.mul(0.005)));
              var fourth = lorenz(x.add(third.mul(0.01)));
              var sum = first.add(second.add(third).mul(2)).add(fourth);
              var next = x.add(sum.mul(0.01 / 6));
              return new Carry<>(next, next);
            },
            start,
            Numpy.arange(steps))
        .output();
  }

  private static Array lorenz(Array x) {
    var a = x.get("0");
    var b = x.get("1");
    var c = x.get("2");
    return Numpy.stack(
        List.of(b.sub(a).mul(10), a.mul(c.mul(-1).add(28)).sub(b), a.mul(b).sub(c.mul(8 / 3.0))));
  }

  /** A filter of positions that are seen through two numbers a step. */
  private static Object kalman(Array seen, Array motion, Array view) {
    int n = motion.dim(0);
    var moves = motion.add(Numpy.eye(n).mul(0.8));
    return scan(
            (List<Array> state, Array y) -> {
              var mean = moves.matmul(state.get(0));
              var cover = moves.matmul(state.get(1)).matmul(moves.transpose());
              var spread = cover.add(Numpy.eye(n).mul(0.1));
              var error = view.matmul(spread).matmul(view.transpose()).add(Numpy.eye(2).mul(0.2));
              var gain = Linalg.solve(error, view.matmul(spread)).transpose();
              var next = mean.add(gain.matmul(y.sub(view.matmul(mean))));
              return new Carry<>(List.of(next, spread.sub(gain.matmul(view).matmul(spread))), next);
            },
            List.of(Numpy.zeros(n), Numpy.eye(n)),
            seen)
        .output();
  }

  /** Cube roots by twelve steps of Newton. The condition reads all of them, and always holds. */
  private static Object newton(Array x) {
    var goal = x.abs().add(1);
    return whileLoop(
            state ->
                Numpy.logicalAnd(
                    state.get(1).lt(12),
                    Numpy.max(Numpy.abs(state.get(0).square().sub(goal))).ge(0)),
            state -> {
              var root = state.get(0);
              return List.of(root.mul(2).add(goal.div(root.square())).div(3), state.get(1).add(1));
            },
            List.of(goal, Numpy.scalar(0).astype(DType.I32)))
        .getFirst();
  }

  /** The way of a particle in a bowl, as samplers follow it. */
  private static Object leapfrog(Array x, Array bowl, int steps) {
    var shape = bowl.matmul(bowl.transpose()).div(x.dim(0));
    return foriLoop(
        0,
        steps,
        (_, state) -> {
          var half = state.get(1).sub(shape.matmul(state.get(0)).mul(0.005));
          var next = state.get(0).add(half.mul(0.01));
          return List.of(next, half.sub(shape.matmul(next).mul(0.005)));
        },
        List.of(x, Numpy.zerosLike(x)));
  }

  private static Object bodies(Array x, Array speed) {
    int n = x.dim(0);
    return foriLoop(
        0,
        10,
        (_, state) -> {
          var apart = state.get(0).expandDims(0).sub(state.get(0).expandDims(1));
          var square = apart.square().sum(2).add(0.01);
          var pull = apart.div(square.mul(Numpy.sqrt(square)).reshape(n, n, 1)).sum(1);
          var next = state.get(1).add(pull.mul(1e-4));
          return List.of(state.get(0).add(next.mul(0.01)), next);
        },
        List.of(x, speed));
  }

  private static Array laplacian(Array u) {
    var rows = Numpy.roll(u, 1, 0).add(Numpy.roll(u, -1, 0));
    return rows.add(Numpy.roll(u, 1, 1)).add(Numpy.roll(u, -1, 1)).sub(u.mul(4));
  }

  private static Object sinkhorn(Array x) {
    var costs = x.mul(10);
    int rows = x.dim(0);
    int columns = x.dim(1);
    return foriLoop(
        0,
        50,
        (_, state) -> {
          var u = Numpy.logsumexp(costs.add(state.get(1).reshape(1, columns)), 1).neg();
          return List.of(u, Numpy.logsumexp(costs.add(u.reshape(rows, 1)), 0).neg());
        },
        List.of(Numpy.zeros(rows), Numpy.zeros(columns)));
  }

  /** The negative logarithm of the likelihood of a Gaussian process. */
  private static Array likelihood(Array x, Array y) {
    int n = x.dim(0);
    var squares = x.square().sum(1);
    var far = squares.expandDims(1).add(squares).sub(x.matmul(x.transpose()).mul(2));
    var factor = Linalg.cholesky(far.mul(-0.5).exp().add(Numpy.eye(n).mul(0.5)));
    var white = ScipyLinalg.solveTriangular(factor, y.expandDims(1), true);
    return white.square().sum().mul(0.5).add(Numpy.diagonal(factor).log().sum());
  }

  private static Object conjugateGradient(Array a, Array b) {
    return whileLoop(
            state -> Numpy.logicalAnd(state.get(3).ge(0), state.get(4).lt(30)),
            state -> {
              var along = a.matmul(state.get(2));
              var step = state.get(3).div(state.get(2).mul(along).sum());
              var rest = state.get(1).sub(along.mul(step));
              var square = rest.square().sum();
              return List.of(
                  state.get(0).add(state.get(2).mul(step)),
                  rest,
                  rest.add(state.get(2).mul(square.div(state.get(3)))),
                  square,
                  state.get(4).add(1));
            },
            List.of(Numpy.zerosLike(b), b, b, b.square().sum(), Numpy.scalar(0).astype(DType.I32)))
        .getFirst();
  }
}
