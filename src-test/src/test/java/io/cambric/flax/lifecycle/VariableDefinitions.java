package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.isInitializing;
import static io.cambric.module.ModuleScope.makeRng;
import static io.cambric.module.ModuleScope.param;
import static io.cambric.module.ModuleScope.perturb;
import static io.cambric.module.ModuleScope.putVariable;
import static io.cambric.module.ModuleScope.sow;
import static io.cambric.module.ModuleScope.variable;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.BatchNorm;
import io.cambric.nn.Dense;
import io.cambric.nn.Dropout;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variable;
import java.util.ArrayList;
import java.util.List;

/** Modules that the tests of variables and random streams share. */
public final class VariableDefinitions {

  private VariableDefinitions() {}

  /** Two parameters, of which the second is only reached on demand. */
  @Module
  record TwoParamsDef() {
    @Compact
    Array call(Array x, boolean both) {
      var y = x.mul(param("first", Initializers.ones(), Shape.of(2)));
      return both ? y.add(param("second", Initializers.ones(), Shape.of(2))) : y;
    }
  }

  /**
   * A module with a counter in collection {@code state}, which starts at zero and counts on
   * request.
   */
  @Module
  record CounterStateDef() {
    @Compact
    Array call(boolean counts) {
      Variable<Array> count = variable("state", "count", () -> Numpy.zeros());
      if (counts) {
        count.set(count.get().add(1));
      }
      return count.get();
    }
  }

  /** Writes a variable that nobody declared, from a method that is not compact. */
  @Module
  record PutterDef() {
    Array call(Array x) {
      putVariable("state", "seen", x);
      return x;
    }
  }

  /** Sows its input twice as a list, and its sum twice as a sum. */
  @Module
  record SowerDef() {
    @Compact
    List<Boolean> call(Array x) {
      return List.of(
          sow("intermediates", "x", x),
          sow("intermediates", "x", x.mul(2)),
          sow("losses", "sum", x.sum(), () -> Numpy.zeros(), Array::add),
          sow("losses", "sum", x.sum(), () -> Numpy.zeros(), Array::add));
    }
  }

  /** Its input, perturbed, squared. */
  @Module
  record PerturbedSquareDef() {
    @Compact
    Array call(Array x) {
      return perturb("x", x).square();
    }
  }

  /** Normalises, and says whether it is initializing. */
  @Module
  record NormalizerDef() {
    @Compact
    boolean call(Array x) {
      BatchNorm.of().call(x, false);
      return isInitializing();
    }
  }

  /** A dense layer with a bias that is drawn, under the name that it is given. */
  @Module
  record NamedLineDef(String layer) {
    @Compact
    Array call(Array x) {
      return Dense.of(2).withBiasInit(Initializers.normal()).named(layer).call(x);
    }
  }

  /** One dropout, called twice. */
  @Module
  record TwiceDroppedDef() {
    @Compact
    List<Array> call(Array x) {
      var dropout = Dropout.of(0.5);
      return List.of(dropout.call(x, false), dropout.call(x, false));
    }
  }

  /** A dropout that first needs no key, for two reasons, and then one. */
  @Module
  record LateDropoutDef() {
    @Compact
    Array call(Array x, Key key) {
      var dropout = Dropout.of(0.5);
      dropout.call(x, true);
      dropout.call(x, false, key);
      return dropout.call(x, false);
    }
  }

  /** Draws two keys, one by each call of a compact method of one submodule. */
  @Module
  record ReenteredDef() {
    @Compact
    List<Key> call() {
      var drawer = Drawer.of();
      return List.of(drawer.call(), drawer.call(), makeRng("noise"));
    }
  }

  /** Draws a key of stream {@code noise}. */
  @Module
  record DrawerDef() {
    @Compact
    Key call() {
      return makeRng("noise");
    }
  }

  static List<Long> words(Key key) {
    var words = new ArrayList<Long>();
    for (int word : key.data().toInts()) {
      words.add(Integer.toUnsignedLong(word));
    }
    return words;
  }
}
