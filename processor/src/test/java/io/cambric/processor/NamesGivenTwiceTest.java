package io.cambric.processor;

import org.junit.jupiter.api.Test;

/** Names that one run gives twice for certain, and those that it may not. */
class NamesGivenTwiceTest {

  @Test
  void helper_gives_its_names_in_the_scope_of_its_caller() {
    new Bodies()
        .with(
            """
            @Module record ADef(int n, boolean wide) {
              @Compact Array call(Array x) { return scale(scale(x)); }
              @Compact Array mixed(Array x) {
                x = x.add(param("s", ones(), Shape.of(1)));
                return scale(x);
              }
              @Compact Array named(Array x) {
                x = as("a", as("b", x));
                return as("a", x);
              }
              @Compact Array layers(Array x) { return dense(dense(x)); }
              @Compact Array alone(Array x) { return wide ? scale(x) : scale(x.add(x)); }
              private Array scale(Array x) { return x.add(param("s", ones(), Shape.of(1))); }
              private static Array as(String name, Array x) {
                return x.add(variable("stats", name, () -> x).get());
              }
              private Array dense(Array x) { return Dense.of(n).named("d").call(x); }
            }
            """)
        .expect(2, twice("s"))
        .expect(5, twice("s"))
        .expect(9, twice("a"))
        .expect(11, twice("d"))
        .check();
  }

  @Test
  void automatic_name_is_taken_if_so_many_places_run() {
    new Bodies()
        .add(
            "x = Dense.of(n).call(x); return Dense.of(n).named(\"Dense_0\").call(x);",
            both("Dense_0"))
        .add(
            "x = Dense.of(n).named(\"Dense_1\").call(x);"
                + " return Dense.of(n).call(Dense.of(n).call(x));",
            both("Dense_1"))
        .add(
            "if (wide) { x = Dense.of(n).named(\"Dense_0\").call(x); } return Dense.of(n).call(x);",
            both("Dense_0"))
        .add(
            "var p = param(\"Dense_0\", ones(), Shape.of(1)); return Dense.of(n).call(x.add(p));",
            both("Dense_0"))
        .add("x = Dense.of(n).call(x); return Dense.of(n).named(\"Dense_1\").call(x);")
        .add(
            "if (wide) { x = Dense.of(n).call(x); } return Dense.of(n).named(\"Dense_0\").call(x);")
        .add("x = Dropout.of(.5).call(x); return Dense.of(n).named(\"Dropout_1\").call(x);")
        .add("x = Dense.of(n).call(x); variable(\"stats\", \"Dense_0\", () -> 1); return x;")
        .add("x = Dense.of(n).call(x); return Dense.of(n).named(\"Dense_00\").call(x);")
        .check();
  }

  private static String twice(String name) {
    return "[DuplicateName] The name \"%s\" is used twice in the same scope.".formatted(name)
        + mend();
  }

  private static String both(String name) {
    return "[DuplicateName] The name \"%s\" is given explicitly and automatically in the same scope."
            .formatted(name)
        + mend();
  }

  private static String mend() {
    return " Rename one of them, or construct it once and use it twice.";
  }
}
