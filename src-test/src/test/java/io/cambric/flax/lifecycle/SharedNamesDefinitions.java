package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.shareScope;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.nn.Sequential;
import io.cambric.numpy.Activations;
import java.util.List;
import java.util.function.Supplier;

/** Modules that hold and copy those made elsewhere. */
public final class SharedNamesDefinitions {

  private SharedNamesDefinitions() {}

  /** A layer around one that it is given. */
  @Module
  record AroundDef(Layer inner) {
    @Compact
    Array call(Array x) {
      return Dense.of(3).call(inner.call(x));
    }
  }

  /** Calls a layer that is an argument. */
  @Module
  record TakerDef() {
    @Compact
    Array call(Layer layer, Array x) {
      return Dense.of(3).call(layer.call(x));
    }
  }

  /** Gives a part of setup to other parts. */
  @Module
  record PassingPartsDef() {
    record Parts(Dense a, Wrap w, Sequential s) {}

    @Setup
    Parts parts() {
      var a = Dense.of(3);
      return new Parts(a, Wrap.of(a), Sequential.of(a, Dense.of(3)));
    }

    Array call(Parts parts, Array x) {
      return parts.s().call(parts.w().call(x));
    }
  }

  /** Holds a layer further in before it is a part itself. */
  @Module
  record LatePartDef() {
    record Parts(Wrap w, Dense a) {}

    @Setup
    Parts parts() {
      var a = Dense.of(3);
      return new Parts(Wrap.of(a), a);
    }

    Array call(Parts parts, Array x) {
      return parts.a().call(parts.w().call(x));
    }
  }

  /** Makes a component a part. */
  @Module
  record ComponentPartDef(Layer outer) {
    record Parts(Layer mine, Sequential seq) {}

    @Setup
    Parts parts() {
      return new Parts(outer, Sequential.of(outer, Activations::relu));
    }

    Array call(Parts parts, Array x) {
      return parts.seq().call(parts.mine().call(x));
    }
  }

  /** Uses a part of setup in a sequence of a compact method. */
  @Module
  record PartInSequenceDef() {
    record Parts(Dense a) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(3));
    }

    @Compact
    Array call(Parts parts, Array x) {
      return Sequential.of(parts.a(), Dense.of(3), Activations::relu, Dense.of(3)).call(x);
    }
  }

  /** Gives a part's name again in a compact method. */
  @Module
  record PartAgainDef() {
    record Parts(Dense a) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(3));
    }

    @Compact
    Array call(Array x) {
      return Dense.of(3).named("a").call(x);
    }
  }

  /** Gives one name in a compact method that runs twice, alone or below another one. */
  @Module
  record RepeatedDef() {
    @Compact
    Array layer(Array x) {
      return Dense.of(3).named("d").call(x);
    }

    Array twice(Array x) {
      var self = Repeated.self();
      return self.layer(self.layer(x));
    }

    @Compact
    Array twiceInside(Array x) {
      var self = Repeated.self();
      return self.layer(self.layer(x));
    }

    @Compact
    Array onceMore(Array x) {
      var y = Dense.of(3).named("d").call(x);
      return Repeated.self().layer(y);
    }
  }

  /** A named layer and an unnamed one. */
  @Module
  record NamedAndNotDef() {
    @Compact
    Array call(Array x) {
      return Dense.of(3).call(Dense.of(3).named("n").call(x));
    }
  }

  /** Shares the scope of what it is given, and makes a layer before it. */
  @Module
  record MixingDef(Layer inner, io.cambric.module.Module<?> shared) {
    record Parts() {}

    @Setup
    Parts parts() {
      shareScope(shared);
      return new Parts();
    }

    @Compact
    Array call(Array x) {
      return inner.call(Dense.of(3).call(x));
    }

    Array twice(Array x) {
      return inner.call(inner.call(x));
    }
  }

  /** A module that shares the scope of a given module and has a part of its own. */
  @Module
  record OwnPartDef(Dense inner) {
    record Parts(Dense own) {}

    @Setup
    Parts parts() {
      var own = Dense.of(3);
      shareScope(inner);
      return new Parts(own);
    }

    Array call(Parts parts, Array x) {
      return parts.own().call(inner.call(x));
    }
  }

  /** Calls a layer that it is given, and a copy of it. */
  @Module
  record CopyingDef(Wrap inner) {
    @Compact
    Array call(Array x) {
      return inner.copy().call(inner.call(x));
    }
  }

  /** Copies parts before and after they have names. */
  @Module
  record CopiedPartsDef() {
    record Parts(Wrap c, Wrap w, Dense d, Wrap e) {}

    @Setup
    Parts parts() {
      var w = Wrap.of(Dense.of(3));
      var d = Dense.of(3);
      return new Parts(w.copy(), w, d, Wrap.of(d).copy());
    }

    Array call(Parts parts, Array x) {
      var y = parts.w().call(parts.c().call(x));
      return parts.e().call(parts.d().call(y));
    }
  }

  /** A module with a module from elsewhere as a part, and in a part with a name of its own. */
  @Module
  record TemplatePartsDef(Supplier<Layer> template, boolean partFirst) {
    record Parts(Layer p, Wrap q, Layer r) {}

    @Setup
    Parts parts() {
      var shared = template.get();
      var named = Wrap.of(shared).named("n");
      return partFirst ? new Parts(shared, named, y -> y) : new Parts(y -> y, named, shared);
    }

    Array call(Parts parts, Array x) {
      return parts.r().call(parts.q().call(parts.p().call(x)));
    }
  }

  /** Calls layers in order. */
  @Module
  record InOrderDef(List<Layer> ms) {
    Array call(Array x) {
      for (var m : ms) {
        x = m.call(x);
      }
      return x;
    }
  }
}
