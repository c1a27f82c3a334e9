///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 25+
//REPOS mavenlocal,mavencentral
//DEPS io.cambric:cambric-starter:0.1.0-SNAPSHOT
//DEPS io.cambric:cambric-processor:0.1.0-SNAPSHOT
//COMPILE_OPTIONS -proc:full
//RUNTIME_OPTIONS --add-modules jdk.incubator.vector

import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.optax.Optax.adam;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.core.Array;
import io.cambric.nn.Dense;
import io.cambric.nn.training.Training;
import io.cambric.numpy.Key;
import java.util.List;

/** A network that learns a curve, in one file. */
class Hello {

  @Module
  record CurveDef(int width) {
    @Compact
    Array call(Array x) {
      return Dense.of(1).call(Dense.of(width).call(x).tanh());
    }
  }

  static Array loss(Curve curve, Array x) {
    return curve.call(x).sub(x.square()).square().mean();
  }

  static void main() {
    var x = linspace(-1, 1, 64).reshape(64, 1);
    var curve = Curve.of(16);
    var trained =
        Training.minimize(curve, curve.init(Key.of(0), x), adam(0.03), Hello::loss)
            .data(List.of(x))
            .epochs(500)
            .run();
    IO.println("learned: " + (trained.metrics().get("train/loss") < 1e-3));
  }
}
