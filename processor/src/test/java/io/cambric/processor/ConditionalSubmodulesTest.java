package io.cambric.processor;

import static io.cambric.processor.Bodies.branch;
import static io.cambric.processor.Bodies.loop;

import org.junit.jupiter.api.Test;

/**
 * Automatic names of submodules under conditions. A condition on a call argument is reported,
 * whatever its form. A condition that is the same in every call of a module is not.
 */
class ConditionalSubmodulesTest {

  private static final String DENSE = "Dense is constructed";
  private static final String PRESENT = branch(DENSE, "\"option\" is present");
  private static final String EMPTY = branch(DENSE, "\"option\" is empty");
  private static final String IN_XS = loop(DENSE, "xs");

  @Test
  void function_that_an_optional_runs_is_a_branch() {
    new Bodies()
        .add("return option.map(v -> Dense.of(n).call(v)).orElse(x);", PRESENT)
        .add("option.ifPresent(v -> Dense.of(n).call(v)); return x;", PRESENT)
        .add("return option.flatMap(v -> Optional.of(Dense.of(n).call(v))).get();", PRESENT)
        .add("return option.or(() -> Optional.of(Dense.of(n).call(x))).get();", EMPTY)
        .add("return option.orElseGet(() -> Dense.of(n).call(x));", EMPTY)
        .add("option.ifPresentOrElse(v -> relu(v), () -> Dense.of(n).call(x)); return x;", EMPTY)
        .add("option.ifPresentOrElse(v -> Dense.of(n).call(v), () -> relu(x)); return x;", PRESENT)
        .add(
            "return Optional.ofNullable(mode).map(m -> Dense.of(n).call(x)).orElse(x);",
            branch(DENSE, "\"mode\" is present"))
        .add(
            "return Objects.requireNonNullElseGet(x, () -> Dense.of(n).call(x));",
            branch(DENSE, "\"x\" is null"))
        .check();
  }

  @Test
  void function_that_a_map_runs_for_some_keys_is_a_branch() {
    new Bodies()
        .add("var m = new HashMap<String, Array>(); return m.computeIfAbsent(mode, y -> x);")
        .add(
            "Map<String, Array> m = new HashMap<>(); for (var y : xs) { m.put(\"a\", y); }"
                + " return m.computeIfAbsent(\"a\", y -> Dense.of(n).call(x));",
            branch(DENSE, "computeIfAbsent of \"m\" calls its function"))
        .add(
            "return new HashMap<String, Array>().computeIfAbsent(mode, y -> Dense.of(n).call(x));",
            branch(DENSE, "computeIfAbsent of \"mode\" calls its function"))
        .check();
  }

  @Test
  void function_that_is_run_for_each_element_is_a_loop() {
    new Bodies()
        .add("xs.forEach(y -> Dense.of(n).call(y)); return x;", IN_XS)
        .add("return xs.stream().map(y -> Dense.of(n).call(y)).findFirst().get();", IN_XS)
        .add(
            "return java.util.stream.IntStream.range(0, k).mapToObj(i -> Dense.of(n).call(x))"
                + ".findFirst().get();",
            loop(DENSE, "k"))
        .add(
            "return sizes.stream().limit(k).map(i -> Dense.of(i).call(x)).findFirst().get();",
            loop(DENSE, "k"))
        .add(
            "for (var d : sizes.stream().filter(i -> i > k).map(Dense::of).toList()) {"
                + " x = d.call(x); } return x;",
            loop(DENSE, "k"))
        .add(
            "return java.util.stream.Stream.iterate(x, y -> Dense.of(n).call(y)).limit(k).toList()"
                + ".getLast();",
            loop(DENSE, "k"))
        .add(
            "return xs.stream().collect(java.util.stream.Collectors.toMap("
                + "y -> y.dim(0), y -> Dense.of(n).call(y))).get(1);",
            IN_XS)
        .add(
            "var all = new ArrayList<Array>(); for (var y : xs) { all.add(y); }"
                + " for (var y : all) { x = Dense.of(n).call(y); } return x;",
            loop(DENSE, "all"))
        .check();
  }

  @Test
  void function_in_a_local_name_runs_where_the_name_is_used() {
    new Bodies()
        .add(
            "Layer f = y -> Dense.of(n).call(y); for (var y : xs) { x = f.call(y); } return x;",
            IN_XS)
        .add(
            "java.util.function.Supplier<Dense> f = () -> Dense.of(n);"
                + " return train ? f.get().call(x) : x;",
            branch(DENSE, "\"train\" is true"))
        .add(
            "java.util.function.Function<Array, Array> f = y -> Dense.of(n).call(y);"
                + " return xs.stream().map(f).findFirst().get();",
            IN_XS)
        .add(
            "record L(int n) { Array go(Array x) { return Dense.of(n).call(x); } }"
                + " return train ? new L(n).go(x) : x;",
            branch("Dense, constructed in go, is made", "\"train\" is true"))
        .add(
            "java.util.function.BiFunction<Array, Boolean, Array> f ="
                + " (y, on) -> on ? Dense.of(n).call(y) : y; return f.apply(x, train);",
            branch(DENSE, "\"on\" is true"))
        .add("Layer f = y -> Dense.of(n).call(y); return f.call(f.call(x));")
        .check();
  }

  @Test
  void function_that_an_argument_selects_is_a_branch() {
    var selected = branch(DENSE, "\"mode\" selects it");
    new Bodies()
        .add(
            "var makers = Map.<String, java.util.function.Supplier<Dense>>of("
                + "\"a\", () -> Dense.of(n), \"b\", () -> Dense.of(2));"
                + " return makers.get(mode).get().call(x);",
            selected,
            selected)
        .add(
            "return List.<Layer>of(y -> Dense.of(n).call(y), y -> relu(y)).get(k).call(x);",
            branch(DENSE, "\"k\" selects it"))
        .add(
            "var layers = List.<Layer>of(y -> Dense.of(n).call(y), y -> relu(y));"
                + " for (int i = 0; i < 2; i++) { x = layers.get(i).call(x); } return x;")
        .add("return Map.of(\"a\", Dense.of(n), \"b\", Dense.of(2)).get(mode).call(x);")
        .check();
  }

  @Test
  void helper_is_followed_with_its_arguments() {
    new Bodies()
        .add(
            "return train ? Layers.wide(x, n) : x;",
            branch("Dense, constructed in wide, is made", "\"train\" is true"))
        .add("return Layers.wide(Layers.wide(x, n), 2);")
        .with("class Layers { static Array wide(Array x, int n) { return Dense.of(n).call(x); } }")
        .check();
    new Bodies()
        .with(
            """
            @Module record ADef(int n) {
              @Compact Array call(Array x, boolean train, int k) { return block(x, train); }
              @Compact Array twice(Array x, int k) { return many(x, k, y -> Dense.of(n).call(y)); }
              @Compact Array each(List<Array> xs) { return xs.stream().map(this::one).toList().get(0); }
              private Array block(Array x, boolean deep) { return deep ? Dense.of(n).call(x) : x; }
              private static Array many(Array x, int times, Layer f) {
                for (int i = 0; i < times; i++) { x = f.call(x); }
                return x;
              }
              private Array one(Array x) { return Dense.of(n).call(x); }
            }
            """)
        .expect(3, loop(DENSE, "times"))
        .expect(4, loop("Dense, constructed in one, is made", "xs"))
        .expect(5, branch(DENSE, "\"deep\" is true"))
        .check();
  }

  @Test
  void what_may_leave_a_block_is_a_branch_around_the_rest() {
    new Bodies()
        .add(
            "if (train) { if (wide) { return x; } } return Dense.of(n).call(x);",
            branch(DENSE, "\"train\" is false"))
        .add(
            "for (var y : xs) { if (y.item() > 0) { return x; } } return Dense.of(n).call(x);",
            branch(DENSE, "the return before it is not reached"))
        .add(
            "out: for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) {"
                + " if (j == k) { continue out; } } x = Dense.of(n).call(x); } return x;",
            branch(DENSE, "the continue before it is not reached"))
        .add(
            "try { if (train) { return x; } } finally { x = relu(x); } return Dense.of(n).call(x);",
            branch(DENSE, "the return before it is not reached"))
        .add("for (var y : xs) { if (y.item() > 0) { break; } } return Dense.of(n).call(x);")
        .add("if (k < 0) { throw new IllegalArgumentException(); } return Dense.of(n).call(x);")
        .check();
  }

  @Test
  void loop_that_is_left_by_a_condition_depends_on_it() {
    new Bodies()
        .add(
            "while (true) { x = Dense.of(n).call(x); if (x.item() < 3) { break; } } return x;",
            loop(DENSE, "x"))
        .add(
            "for (int s : sizes) { x = Dense.of(s).call(x); if (s == k) { return x; } } return x;",
            loop(DENSE, "k"))
        .add("for (int s : sizes) { x = Dense.of(s).call(x); if (s == n) { break; } } return x;")
        .check();
  }

  @Test
  void error_that_is_caught_is_a_branch() {
    new Bodies()
        .add(
            "try { Integer.parseInt(mode); } catch (NumberFormatException e) {"
                + " x = Dense.of(n).call(x); } return x;",
            branch(DENSE, "the try block with \"mode\" fails"))
        .add(
            "try { if (k < 0) { throw new IllegalStateException(); } x = Dense.of(n).call(x); }"
                + " catch (IllegalStateException e) { } return x;",
            branch(DENSE, "(k < 0) is false"))
        .add(
            "try { Integer.parseInt(mode); return x; } catch (NumberFormatException e) { }"
                + " return Dense.of(n).call(x);",
            branch(DENSE, "the try block with \"mode\" fails"))
        // An error that the caller gets ends the call.
        .add(
            "try { x = Dense.of(n).call(x); return Dense.of(n).call(x); }"
                + " catch (RuntimeException e) { throw new IllegalStateException(e); }")
        .add(
            "try { if (k < 0) { throw new IllegalStateException(); } x = Dense.of(n).call(x); }"
                + " finally { relu(x); } return x;")
        .add(
            "try { Integer.parseInt(\"\" + n); } catch (RuntimeException e) { Dense.of(n).call(x); }"
                + " return x;")
        .check();
  }

  @Test
  void other_forms_of_conditions_and_loops() {
    new Bodies()
        .add(
            "assert Dense.of(n).call(x) != null; return x;",
            "[SubmoduleInBranch] Dense is constructed in an assertion, which runs only if Java was"
                + " started with -ea, so names depend on that. Construct it before the assertion.")
        .add(
            "return switch ((Object) mode) { case String s when s.isEmpty() -> Dense.of(n).call(x);"
                + " default -> x; };",
            branch(DENSE, "s.isEmpty() is true"))
        .add(
            "if ((Object) k instanceof Integer i) { for (int j = 0; j < i; j++) {"
                + " x = Dense.of(n).call(x); } } return x;",
            loop(DENSE, "i"))
        .add(
            "int times = 1; if (train) { times = 2; } for (int i = 0; i < times; i++) {"
                + " x = Dense.of(n).call(x); } return x;",
            loop(DENSE, "times"))
        .add(
            "do { x = Dense.of(n).call(x); } while (x.sum().item() > 3); return x;",
            loop(DENSE, "x"))
        .add(
            "return option.isPresent() && Dense.of(n).call(x) != null ? x : x;",
            branch(DENSE, "option.isPresent() is true"))
        .check();
  }

  @Test
  void copy_and_change_of_a_module_that_has_its_place_are_constructions() {
    new Bodies()
        .add(
            "var d = Dense.of(n); x = d.call(x); for (var y : xs) { x = d.copy().call(y); }"
                + " return x;",
            loop("A copy of Dense is made", "xs"))
        .add(
            "return train ? head.withUseBias(false).call(x) : x;",
            branch("Another Dense is made by withUseBias", "\"train\" is true"))
        .add(
            "var d = Dense.of(n); for (var y : xs) { x = d.withUseBias(false).call(y); } return x;",
            loop("Another Dense is made by withUseBias", "xs"))
        .add(
            "var d = Dense.of(n); x = d.call(x); return train ? d.withUseBias(false).call(x) : x;",
            branch("Another Dense is made by withUseBias", "\"train\" is true"))
        // Not used yet: it takes over the place.
        .add("var d = Dense.of(n); if (train) { d = d.withUseBias(false); } return d.call(x);")
        .add("return train ? head.copy().named(\"other\").call(x) : head.call(x);")
        .add("return head.withUseBias(false).call(head.copy().call(x));")
        .check();
  }

  @Test
  void what_is_the_same_in_every_call_decides_nothing() {
    new Bodies()
        .add("for (int s : sizes) { x = Dense.of(s).call(x); } return x;")
        .add("for (var d : sizes.stream().map(Dense::of).toList()) { x = d.call(x); } return x;")
        .add("return sizes.stream().map(s -> Dense.of(s).call(xs.get(0))).findFirst().get();")
        .add("Optional.of(n).map(s -> Dense.of(s).call(x)); return x;")
        .add("if (isInitializing() && wide || x.dim(0) > 2) { x = Dense.of(n).call(x); } return x;")
        .add("while (x.dim(-1) > 4) { x = Dense.of(x.dim(-1) / 2).call(x); } return x;")
        .check();
  }

  @Test
  void number_of_arrays_is_fixed_where_only_their_values_are_arguments() {
    new Bodies()
        .add("for (var y : List.of(x, xs.get(0))) { x = x.add(Dense.of(n).call(y)); } return x;")
        .add("for (var y : new Array[] {x, x}) { x = x.add(Dense.of(n).call(y)); } return x;")
        .add(
            "var all = new ArrayList<Array>(); for (int i = 0; i < n; i++) { all.add(x); }"
                + " for (var y : all) { x = Dense.of(n).call(y); }"
                + " for (int i = 0; i < all.size(); i++) { x = Dense.of(n).call(x); } return x;")
        .add("for (var y : Cut.pieces(x)) { x = Dense.of(n).call(y); } return x;")
        .add("for (int i = 0; i < Cut.depth(x); i++) { x = Dense.of(n).call(x); } return x;")
        .add(
            "for (int i = 0; i < Cut.first(x); i++) { x = Dense.of(n).call(x); } return x;",
            loop(DENSE, "x"))
        .with(
            """
            class Cut {
              static List<Array> pieces(Array x) { return List.of(x, x); }
              static int depth(Array x) { return x.dim(0) / 2; }
              static int first(Array x) { return (int) x.item(); }
            }
            """)
        .check();
  }
}
