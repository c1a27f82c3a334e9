package io.cambric.examples.reversible;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;

/**
 * A residual block that has an inverse.
 *
 * <pre>
 *   y1 = x1 + f(x2)        x2 = y2 - g(y1)
 *   y2 = x2 + g(y1)        x1 = y1 - f(x2)
 * </pre>
 *
 * @param hidden width of the hidden layers of f and g
 * @see <a href="https://arxiv.org/abs/1707.04585">Gomez et al., The Reversible Residual Network</a>
 */
@Module
record ReversibleBlockDef(int hidden) {

  record Parts(Branch f, Branch g) {}

  @Setup
  Parts parts() {
    return new Parts(Branch.of(hidden), Branch.of(hidden));
  }

  Halves call(Parts parts, Halves x) {
    var first = x.first().add(parts.f().call(x.second()));
    var second = x.second().add(parts.g().call(first));
    return new Halves(first, second);
  }

  /** {@return the input that an output was computed from, up to rounding} */
  Halves inverse(Parts parts, Halves y) {
    var second = y.second().sub(parts.g().call(y.first()));
    var first = y.first().sub(parts.f().call(second));
    return new Halves(first, second);
  }
}
