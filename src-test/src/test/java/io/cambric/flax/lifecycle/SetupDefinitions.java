package io.cambric.flax.lifecycle;

import static io.cambric.module.ModuleScope.param;

import io.cambric.annotations.Module;
import io.cambric.annotations.Named;
import io.cambric.annotations.PyTree;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.numpy.Initializers;
import io.cambric.numpy.Numpy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Modules that the tests of setup share. */
public final class SetupDefinitions {

  private SetupDefinitions() {}

  /** A module that records each run of its setup and of its methods. */
  @Module
  record WatchedDef(List<String> runs) {
    record Parts(Dense layer) {}

    @Setup
    Parts parts() {
      runs.add("setup");
      return new Parts(Dense.of(3));
    }

    Array call(Parts parts, Array x) {
      runs.add("call");
      return parts.layer().call(x);
    }

    Array other(Parts parts, Array x) {
      runs.add("other");
      return parts.layer().call(x);
    }
  }

  /** Four nested modules at each of some levels, which note each run of their setup and calls. */
  @Module
  record FannedDef(int depth, List<String> runs) {
    record Parts(List<Layer> layers) {}

    @Setup
    Parts parts() {
      runs.add("setup");
      var layers = new ArrayList<Layer>();
      for (int i = 0; i < 4; i++) {
        layers.add(depth == 1 ? Watched.of(runs).remat() : Fanned.of(depth - 1, runs).remat());
      }
      return new Parts(layers);
    }

    Array call(Parts parts, Array x) {
      for (var layer : parts.layers()) {
        x = layer.call(x);
      }
      return x;
    }
  }

  /** Asks the layers that it was given for their paths in setup. */
  @Module
  record EarlyDef(Dense one, Dense two) {
    record Parts(List<String> one, List<String> two) {}

    @Setup
    Parts parts() {
      return new Parts(one.path(), two.path());
    }

    List<List<String>> call(Parts parts) {
      return List.of(parts.one(), parts.two());
    }
  }

  /** A module with a layer named by hand, which runs during setup, and one named by annotation. */
  @Module
  record NamedPartsDef() {
    record Parts(Dense hand, @Named("annotated") Dense other, Array early) {}

    @Setup
    Parts parts() {
      var hand = Dense.of(2).named("given");
      return new Parts(hand, Dense.of(2), hand.call(Numpy.ones(1, 3)));
    }

    Array call(Parts parts, Array x) {
      return parts.other().call(parts.hand().call(x)).add(parts.early());
    }
  }

  /** Uses in setup, or hides from its record, a layer without a name. */
  @Module
  record HiddenPartDef(boolean usedInSetup) {
    record Parts(Layer hidden) {}

    @Setup
    Parts parts() {
      var dense = Dense.of(2);
      if (usedInSetup) {
        dense.call(Numpy.ones(1, 3));
      }
      return new Parts(x -> dense.call(x));
    }

    Array call(Parts parts, Array x) {
      return parts.hidden().call(x);
    }
  }

  /** Two layers in a record of its own. */
  @PyTree
  public record Twins(Dense left, Dense right) {}

  /** Layers in containers of all kinds, which its setup could still change. */
  @Module
  record ContainersDef() {
    record Parts(List<Layer> layers, Map<String, List<Layer>> table, Twins twins) {}

    @Setup
    Parts parts() {
      var layers = new ArrayList<>(List.<Layer>of(Dense.of(2), x -> x, Dense.of(2)));
      var table = new LinkedHashMap<String, List<Layer>>();
      table.put("z", new ArrayList<>(List.<Layer>of(Dense.of(2))));
      table.put("a", new ArrayList<>(List.<Layer>of(Dense.of(2))));
      return new Parts(layers, table, new Twins(Dense.of(2), Dense.of(2)));
    }

    Array call(Parts parts, Array x) {
      for (var layer : parts.layers()) {
        x = layer.call(x);
      }
      for (var layers : parts.table().values()) {
        x = layers.getFirst().call(x);
      }
      return parts.twins().right().call(parts.twins().left().call(x));
    }
  }

  /** Keeps parameters of setup in a list, and a map by other names. */
  @Module
  record WeightsDef() {
    record Parts(List<Array> list, Map<String, Array> map) {}

    @Setup
    Parts parts() {
      return new Parts(List.of(weight("w0"), weight("w1")), Map.of("other", weight("w2")));
    }

    private static Array weight(String name) {
      return param(name, Initializers.ones(), Shape.of(1));
    }

    Array call(Parts parts, Array x) {
      return x.mul(parts.list().get(0)).mul(parts.list().get(1)).mul(parts.map().get("other"));
    }
  }
}
