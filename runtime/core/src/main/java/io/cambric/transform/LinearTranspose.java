package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.DeadCode;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DifferentiationException;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.op.Tangents;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import java.util.ArrayList;
import java.util.Objects;

/** The transpose of a linear function. */
final class LinearTranspose {

  private LinearTranspose() {}

  /** The transpose of a function of a pytree. */
  private static final class OfTree<A, R> extends Transformed implements Fn<R, A> {

    private final Fn<R, A> transpose;

    OfTree(Fn<A, R> original, Fn<R, A> transpose) {
      super(original);
      this.transpose = transpose;
    }

    @Override
    public A apply(R cotangent) {
      return transpose.apply(cotangent);
    }
  }

  /** The transpose of a function of an array. */
  private static final class OfArray extends Transformed implements ArrayFn {

    private final Fn<Array, Array> transpose;

    OfArray(ArrayFn original, Fn<Array, Array> transpose) {
      super(original);
      this.transpose = transpose;
    }

    @Override
    public Array apply(Array cotangent) {
      return transpose.apply(cotangent);
    }
  }

  static <A, R> Fn<R, A> of(Fn<A, R> function, A example) {
    return new OfTree<>(function, transpose(function, example));
  }

  static ArrayFn of(ArrayFn function, Array example) {
    Fn<Array, Array> general = function;
    return new OfArray(function, transpose(general, example));
  }

  private static <A, R> Fn<R, A> transpose(Fn<A, R> function, A example) {
    var inputs = ArrayTree.of(example);
    for (int i = 0; i < inputs.arrays().size(); i++) {
      if (!inputs.arrays().get(i).dtype().isFloating()) {
        throw new DifferentiationException(
            "linearTranspose needs floating inputs, but leaf \"%s\" is %s. Close over it instead of passing it."
                .formatted(inputs.structure().arrayPaths().get(i), inputs.arrays().get(i).aval()));
      }
    }
    var calls = new Calls<R>(function, inputs.structure());
    var traced = StagingTrace.trace("linearTranspose", ShapedArray.ofAll(inputs.arrays()), calls);
    var jaxpr = DeadCode.drop(traced.jaxpr());
    return cotangent -> {
      var incoming = ArrayTree.of(cotangent);
      Differentiation.requireLike(
          "linearTranspose",
          "cotangent",
          "output",
          calls.result(),
          jaxpr.outputAvals(),
          incoming.structure(),
          ShapedArray.ofAll(incoming.arrays()));
      try {
        var out =
            Transposition.transpose(jaxpr, traced.constants(), new ArrayList<>(incoming.arrays()));
        var all = new ArrayList<Array>();
        for (int i = 0; i < out.size(); i++) {
          all.add(Tangents.instantiate(out.get(i), inputs.arrays().get(i).aval().strong()));
        }
        return inputs.structure().build(all);
      } catch (MissingRuleException e) {
        throw new DifferentiationException(
            "linearTranspose needs a function that is linear in its argument. "
                + Objects.requireNonNull(e.getMessage()),
            e);
      }
    };
  }
}
