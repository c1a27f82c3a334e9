package io.cambric.conformance.flax.errors;

/** Snippets of mistakes that Python finds at run time and Java at compile time. */
final class RejectedSnippets {

  private RejectedSnippets() {}

  static void addTo(Snippets all) {
    rejected(
        all,
        """
        D1().init('zero', X)
        """,
        """
        Object mistake() {
          return D1.of().init("zero", X);
        }
        """,
        "String cannot be converted to io.cambric.numpy.Key");
    rejected(
        all,
        """
        D1().apply({1: {'a': X}}, X)
        """,
        """
        Object mistake() {
          return D1.of().apply(Variables.of(Map.of(1, Params.of("a", X))), X);
        }
        """,
        "no suitable method found for of(java.util.Map<");
    rejected(
        all,
        """
        D1().apply({}, X, mutable=3)
        """,
        """
        Object mistake() {
          return D1.of().apply(Variables.empty(), mutable(3), m -> m.call(X));
        }
        """,
        "no suitable method found for mutable(int)");
    rejected(
        all,
        """
        D1().apply([1, 2], X)
        """,
        """
        Object mistake() {
          return D1.of().apply(List.of(1, 2), X);
        }
        """,
        "conforms to io.cambric.scope.Variables");
    rejected(
        all,
        """
        MakesRng().apply({}, X, rngs={'noise': 'k'})
        """,
        """
        Object mistake() {
          return MakesRng.of().apply(Variables.empty(), rng("noise", "k"), m -> m.call(X));
        }
        """,
        "String cannot be converted to io.cambric.numpy.Key");
    rejected(
        all,
        """
        class F(nn.Module):
            def setup(self):
                self.a = nn.Dense(2); self.a = nn.Dense(3)
            def __call__(self, x):
                return self.a(x)
        F().init(KEY(), X)
        """,
        """
        @Module
        record FDef() {
          record Parts(Dense a, Dense a) {}

          @Setup
          Parts parts() {
            return new Parts(Dense.of(2), Dense.of(3));
          }

          Array call(Parts parts, Array x) {
            return parts.a().call(x);
          }
        }
        """,
        "already defined");
    rejected(
        all,
        """
        class F(nn.Module):
            n: int
            def setup(self):
                self.n = 3
            def __call__(self, x):
                return x
        F(1).init(KEY(), X)
        """,
        """
        @Module
        record FDef(int n) {
          record Parts() {}

          @Setup
          Parts parts() {
            this.n = 3;
            return new Parts();
          }

          Array call(Parts parts, Array x) {
            return x;
          }
        }
        """,
        "cannot assign a value to final variable n");
    rejected(
        all,
        """
        m = nn.Dense(2).bind({}); m.features = 3
        """,
        """
        void mistake() {
          var m = Dense.of(2).bind(Variables.empty());
          m.features = 3;
        }
        """,
        "cannot find symbol");
    rejected(
        all,
        """
        class F(nn.Module):
            @nn.compact
            def __call__(self, x):
                self.y = x
        F().init(KEY(), X)
        """,
        """
        @Module
        record FDef() {
          @Compact
          Array call(Array x) {
            this.y = x;
            return x;
          }
        }
        """,
        "cannot find symbol");
    rejected(
        all,
        """
        class F(nn.Module):
            name: int
        """,
        """
        @Module
        record FDef(int name) {
          Array call(Array x) {
            return x;
          }
        }
        """,
        "[MemberCollision]");
    rejected(
        all,
        """
        D1().apply({}, X, method=lambda: 1)
        """,
        """
        Object mistake() {
          return D1.of().apply(Variables.empty(), () -> 1);
        }
        """,
        "incompatible parameter types in lambda expression");
    rejected(
        all,
        """
        D1.init(KEY(), X)
        """,
        """
        Object mistake() {
          return D1.init(key(), X);
        }
        """,
        "cannot be referenced from a static context");
    rejected(
        all,
        """
        D1.apply({}, X)
        """,
        """
        Object mistake() {
          return D1.apply(Variables.empty(), X);
        }
        """,
        "cannot be referenced from a static context");
    rejected(
        all,
        """
        class F(nn.Module):
            @property
            def broken(self):
                return self.missing
            def __call__(self, x):
                return self.broken
        F().init(KEY(), X)
        """,
        """
        @Module
        record FDef() {
          Object broken() {
            return missing();
          }

          Object call(Array x) {
            return broken();
          }
        }
        """,
        "cannot find symbol");
  }

  private static void rejected(Snippets all, String python, String java, String reason) {
    all.add(python, new Snippet.Rejected(java, reason));
  }
}
