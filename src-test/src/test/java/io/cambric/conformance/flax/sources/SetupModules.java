package io.cambric.conformance.flax.sources;

import static io.cambric.module.ModuleScope.param;
import static io.cambric.numpy.Activations.relu;
import static io.cambric.numpy.Initializers.normal;

import io.cambric.annotations.Module;
import io.cambric.annotations.Setup;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.module.Layer;
import io.cambric.nn.Dense;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Submodules and parameters made in setup. */
final class SetupModules {

  private SetupModules() {}

  @Python(
      """
      class SetupLists(nn.Module):
          n: int
          def setup(self):
              self.layers = [nn.Dense(self.n), nn.relu, nn.Dense(self.n)]
              self.table = {'x': nn.Dense(3), 'y': [nn.Dense(2), nn.relu, nn.Dense(2)], 'd': {'e': nn.Dense(1)}}
              self.out = nn.Dense(2)
          def __call__(self, x):
              for l in self.layers:
                  x = l(x)
              a = self.table['x'](x)
              for l in self.table['y']:
                  x = l(x)
              return self.out(jnp.concatenate([x, a, self.table['d']['e'](x)], -1))
      """)
  @Module
  record SetupListsDef(int n) {
    record Parts(List<Layer> layers, Map<String, Object> table, Dense out) {}

    @Setup
    Parts parts() {
      List<Layer> layers = List.of(Dense.of(n), Activations::relu, Dense.of(n));
      var table = new LinkedHashMap<String, Object>();
      table.put("x", Dense.of(3));
      table.put("y", List.<Layer>of(Dense.of(2), Activations::relu, Dense.of(2)));
      table.put("d", Map.of("e", Dense.of(1)));
      return new Parts(layers, table, Dense.of(2));
    }

    Array call(Parts parts, Array x) {
      for (var layer : parts.layers()) {
        x = layer.call(x);
      }
      var a = ((Dense) parts.table().get("x")).call(x);
      for (var layer : (List<?>) parts.table().get("y")) {
        x = ((Layer) layer).call(x);
      }
      var d = (Map<?, ?>) parts.table().get("d");
      var e = ((Dense) d.get("e")).call(x);
      return parts.out().call(Numpy.concatenate(List.of(x, a, e), -1));
    }
  }

  @Python(
      """
      class SetupAttr(nn.Module):
          n: int
          def setup(self):
              self.hidden = nn.Dense(self.n)
              self.named = nn.Dense(self.n, name='other')
              self.w = self.param('weight', nn.initializers.normal(1.0), (self.n,))
          def __call__(self, x):
              return self.named(nn.relu(self.hidden(x))) * self.w
      """)
  @Module
  record SetupAttrDef(int n) {
    record Parts(Dense hidden, Dense named, Array w) {}

    @Setup
    Parts parts() {
      return new Parts(
          Dense.of(n), Dense.of(n).named("other"), param("weight", normal(1), Shape.of(n)));
    }

    Array call(Parts parts, Array x) {
      return parts.named().call(relu(parts.hidden().call(x))).mul(parts.w());
    }
  }

  @Python(
      """
      class SetupParamLists(nn.Module):
          n: int
          def setup(self):
              self.ws = [self.param('w%d' % i, nn.initializers.normal(1.0), (self.n,)) for i in range(3)]
          def __call__(self, x):
              for w in self.ws:
                  x = x * w + 1.0
              return x
      """)
  @Module
  record SetupParamListsDef(int n) {
    record Parts(List<Array> ws) {}

    @Setup
    Parts parts() {
      return new Parts(List.of(weight(0), weight(1), weight(2)));
    }

    private Array weight(int i) {
      return param("w" + i, normal(1), Shape.of(n));
    }

    Array call(Parts parts, Array x) {
      for (var w : parts.ws()) {
        x = x.mul(w).add(1);
      }
      return x;
    }
  }

  @Python(
      """
      class SharedInSetup(nn.Module):
          n: int
          def setup(self):
              d = nn.Dense(self.n)
              self.first = d
              self.second = d
          def __call__(self, x):
              return self.second(nn.relu(self.first(x)))
      """)
  @Module
  record SharedInSetupDef(int n) {
    record Parts(Dense first, Dense second) {}

    @Setup
    Parts parts() {
      var d = Dense.of(n);
      return new Parts(d, d);
    }

    Array call(Parts parts, Array x) {
      return parts.second().call(relu(parts.first().call(x)));
    }
  }

  @Python(
      """
      class MultiMethod(nn.Module):
          n: int
          def setup(self):
              self.enc = nn.Dense(self.n)
              self.dec = nn.Dense(3)
          def encode(self, x):
              return self.enc(x)
          def decode(self, z):
              return self.dec(z)
          def __call__(self, x):
              return self.decode(nn.relu(self.encode(x)))
      """)
  @Module
  record MultiMethodDef(int n) {
    record Parts(Dense enc, Dense dec) {}

    @Setup
    Parts parts() {
      return new Parts(Dense.of(n), Dense.of(3));
    }

    Array encode(Parts parts, Array x) {
      return parts.enc().call(x);
    }

    Array decode(Parts parts, Array z) {
      return parts.dec().call(z);
    }

    Array call(Parts parts, Array x) {
      return decode(parts, relu(encode(parts, x)));
    }
  }
}
