package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.GradAndAux;
import io.cambric.transform.result.WithAux;
import org.jspecify.annotations.Nullable;

/** The kinds of derivatives that are functions: gradients and jacobians. */
enum Derivative {
  GRAD {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Differentiation.valueAndGrad(scalar(function), point, integers).grads();
    }
  },
  VALUE_AND_GRAD {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Differentiation.valueAndGrad(scalar(function), point, integers);
    }
  },
  GRAD_AUX {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      var all = Differentiation.valueAndGradAux(withAux(function), point, integers);
      return new GradAndAux<>(all.grads(), all.aux());
    }
  },
  VALUE_AND_GRAD_AUX {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Differentiation.valueAndGradAux(withAux(function), point, integers);
    }
  },
  JACFWD {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.forward(function, point);
    }
  },
  JACFWD_AUX {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.forwardAux(withAux(function), point);
    }
  },
  JACREV {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.reverse(function, point);
    }
  },
  JACREV_AUX {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.reverseAux(withAux(function), point);
    }
  },
  HESSIAN {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.forward(x -> Jacobians.reverse(function, x), point);
    }
  },
  HESSIAN_AUX {
    @Override
    Object of(Fn<Object, ?> function, Object point, boolean integers) {
      return Jacobians.hessianAux(withAux(function), point);
    }
  };

  abstract Object of(Fn<Object, ?> function, Object point, boolean integers);

  /**
   * {@return the derivative at a point}
   *
   * @param function a function with an output of the kind that the derivative requires
   * @param integers whether leaves that are not floating are allowed
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // null is a tree without arrays
  final Object at(Fn<?, ?> function, @Nullable Object point, boolean integers) {
    return of((Fn<Object, ?>) function, point, integers);
  }

  @SuppressWarnings("unchecked")
  private static Fn<Object, Array> scalar(Fn<Object, ?> function) {
    return (Fn<Object, Array>) function;
  }

  @SuppressWarnings("unchecked")
  private static Fn<Object, WithAux<Object>> withAux(Fn<Object, ?> function) {
    return (Fn<Object, WithAux<Object>>) function;
  }
}
