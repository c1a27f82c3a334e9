package io.cambric.transform;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.interpreters.JvpTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.JacobianAndAux;
import io.cambric.transform.result.OutputAndAux;
import io.cambric.transform.result.WithAux;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Jacobians: derivatives along each element of a basis, mapped over the basis. Forward mode has one
 * basis for each array of the argument, reverse mode one for each array of the output.
 */
final class Jacobians {

  private Jacobians() {}

  /**
   * A jacobian in parts.
   *
   * @param output structure of the output
   * @param input structure of the argument
   * @param parts for each array of the output, one array for each array of the argument
   */
  private record Parts(
      ArrayTree.Structure output, ArrayTree.Structure input, List<List<Array>> parts) {

    Object tree() {
      var trees = new ArrayList<Object>();
      parts.forEach(row -> trees.add(input.<Object>build(row)));
      return Objects.requireNonNull(output.nest(trees), "a jacobian of nothing");
    }
  }

  static <A, R> Object forward(Fn<A, R> function, A x) {
    var primals = ArrayTree.of(x);
    requireFloating("jacfwd", "input", primals.structure(), ShapedArray.ofAll(primals.arrays()));
    var calls = new Calls<R>(function, primals.structure());
    return forward(calls, primals, -1).tree();
  }

  static <A, X> JacobianAndAux<A, X> forwardAux(Fn<A, WithAux<X>> function, A x) {
    var primals = ArrayTree.of(x);
    requireFloating("jacfwd", "input", primals.structure(), ShapedArray.ofAll(primals.arrays()));
    var calls = new Calls<WithAux<X>>(function, primals.structure());
    var parts = forward(calls, primals, 1);
    // The auxiliary output of a lane is a tracer, so it is computed again outside of the lanes.
    var out = calls.build(calls.apply(primals.arrays()));
    return new JacobianAndAux<>(primals.structure().build(parts.parts().getFirst()), out.aux());
  }

  /**
   * Differentiates in the arrays of the argument, one after another.
   *
   * @param outputs number of arrays of the output that count, or negative for all
   */
  private static <R> Parts forward(Calls<R> calls, ArrayTree primals, int outputs) {
    var columns = new ArrayList<List<Array>>();
    for (int i = 0; i < primals.arrays().size(); i++) {
      int own = i;
      Fn<Array, List<Array>> along =
          direction -> {
            var tangents =
                new ArrayList<@Nullable Array>(
                    Collections.nCopies(primals.arrays().size(), (Array) null));
            tangents.set(own, direction);
            var out = JvpTrace.jvp(calls, primals.arrays(), tangents);
            var all = new ArrayList<Array>();
            int count = outputs < 0 ? out.primals().size() : outputs;
            requireFloating("jacfwd", count, calls, out.primals());
            for (int j = 0; j < count; j++) {
              all.add(
                  Tangents.instantiate(
                      out.tangents().get(j), out.primals().get(j).aval().strong()));
            }
            return all;
          };
      var x = primals.arrays().get(i);
      var column = new ArrayList<Array>();
      for (var rows : VmapFunctions.vmap(along).apply(basis(x.aval().strong()))) {
        // The axis of the lanes comes first; the axes of the input belong last.
        var last = Batching.moveAxis(rows, 0, rows.rank() - 1);
        column.add(Lax.reshape(last, last.shape().slice(0, last.rank() - 1).concat(x.shape())));
      }
      columns.add(column);
    }
    var parts = new ArrayList<List<Array>>();
    for (int j = 0; j < columns.getFirst().size(); j++) {
      int row = j;
      parts.add(columns.stream().map(column -> column.get(row)).toList());
    }
    return new Parts(calls.result(), primals.structure(), parts);
  }

  /** {@return second derivatives, with the auxiliary output of the function} */
  static <A, X> JacobianAndAux<Object, X> hessianAux(Fn<A, WithAux<X>> function, A x) {
    Fn<A, OutputAndAux<Object, X>> first =
        point -> {
          var jacobian = reverseAux(function, point);
          return new OutputAndAux<>(jacobian.jacobian(), jacobian.aux());
        };
    var primals = ArrayTree.of(x);
    var calls = new Calls<OutputAndAux<Object, X>>(first, primals.structure());
    var out = calls.build(calls.apply(primals.arrays()));
    var jacobian = ArrayTree.of(out.output());
    var parts = forward(calls, primals, jacobian.arrays().size()).parts();
    var second = new Parts(jacobian.structure(), primals.structure(), parts);
    return new JacobianAndAux<>(second.tree(), out.aux());
  }

  static <A, R> Object reverse(Fn<A, R> function, A x) {
    var point = point(function, x);
    return reverse(point, point.outputs().size()).tree();
  }

  static <A, X> JacobianAndAux<A, X> reverseAux(Fn<A, WithAux<X>> function, A x) {
    var point = point(function, x);
    var parts = reverse(point, 1);
    return new JacobianAndAux<>(
        point.primals().structure().build(parts.parts().getFirst()),
        point.calls().build(point.outputs()).aux());
  }

  private static <A, R> Differentiation.Point<A, R> point(Fn<A, R> function, A x) {
    var primals = ArrayTree.of(x);
    requireFloating("jacrev", "input", primals.structure(), ShapedArray.ofAll(primals.arrays()));
    return new Differentiation.Point<>("jacrev", function, x);
  }

  private static <A, R> Parts reverse(Differentiation.Point<A, R> point, int count) {
    requireFloating("jacrev", count, point.calls(), point.outputs());
    var parts = new ArrayList<List<Array>>();
    for (int j = 0; j < count; j++) {
      int own = j;
      Fn<Array, List<Array>> back =
          direction -> {
            var cotangents =
                new ArrayList<@Nullable Array>(
                    Collections.nCopies(point.outputs().size(), (Array) null));
            cotangents.set(own, direction);
            return point.cotangents(cotangents);
          };
      var y = point.outputs().get(j);
      var row = new ArrayList<Array>();
      var mapped = VmapFunctions.vmap(back).apply(basis(y.aval().strong()));
      for (int i = 0; i < mapped.size(); i++) {
        var x = point.primals().arrays().get(i);
        row.add(Lax.reshape(mapped.get(i), y.shape().concat(x.shape())));
      }
      parts.add(row);
    }
    return new Parts(point.calls().result(), point.primals().structure(), parts);
  }

  private static void requireFloating(String what, int count, Calls<?> calls, List<Array> outputs) {
    requireFloating(what, "output", calls.result(), ShapedArray.ofAll(outputs.subList(0, count)));
  }

  private static void requireFloating(
      String what, String role, ArrayTree.Structure structure, List<ShapedArray> avals) {
    if (avals.isEmpty()) {
      throw new DifferentiationException(
          "%s needs a floating %s, but got %s without arrays. Pass the arrays that the function is differentiated with respect to."
              .formatted(what, role, structure.def().toText()));
    }
    for (int i = 0; i < avals.size(); i++) {
      if (!avals.get(i).dtype().isFloating()) {
        var path = structure.arrayPaths().get(i);
        throw new DifferentiationException(
            "%s needs a floating %s, but%s got %s. Convert it with astype."
                .formatted(
                    what, role, path.isEmpty() ? "" : " for leaf \"" + path + "\"", avals.get(i)));
      }
    }
  }

  /**
   * {@return the basis of this aval, stacked along axis 0: one array for each element, with 1 at
   * that element}
   */
  private static Array basis(ShapedArray aval) {
    int count = aval.shape().size();
    var square = new float[count * count];
    for (int i = 0; i < count; i++) {
      square[i * count + i] = 1;
    }
    var eye = Lax.convertElementType(NdArray.of(Shape.of(count, count), square), aval.dtype());
    return Lax.reshape(eye, aval.shape().insert(0, count));
  }
}
