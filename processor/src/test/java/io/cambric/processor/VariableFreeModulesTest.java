package io.cambric.processor;

import static io.cambric.processor.Bodies.branch;

import org.junit.jupiter.api.Test;

/** A module without variables may depend on a call argument where no name does. */
class VariableFreeModulesTest {

  private static final String DROPOUT = "Dropout is constructed";

  private static final String NOISE =
      "@Module record NoiseDef(double std) { @Compact Array call(Array x) {"
          + " return x.add(Random.normal(makeRng(\"noise\"), x.shape()).mul(std)); } }\n";

  @Test
  void only_place_of_its_name_may_be_conditional() {
    new Bodies()
        .add("x = Dense.of(n).call(x); if (train) { x = Dropout.of(.5).call(x); } return x;")
        .add("return train ? Dropout.of(.5).call(x) : x;")
        .add("if (!train) { return x; } return Dropout.of(.5).call(x);")
        .add("return switch (mode) { case \"a\" -> Dropout.of(.5).call(x); default -> x; };")
        .add("return option.map(y -> Dropout.of(.5).call(y)).orElse(x);")
        .add("for (var y : xs) { x = Dropout.of(.5).call(x); } return x;")
        .add("if (k > 1) { x = Later.drop(x); } return x;")
        .with("class Later { static Array drop(Array x) { return Dropout.of(.1).call(x); } }")
        .check();
  }

  @Test
  void places_that_are_passed_together_may_be_conditional() {
    new Bodies()
        .add(
            "if (train) { x = Dropout.of(.5).call(x); } x = Dense.of(n).call(x);"
                + " if (train) { x = Dropout.of(.3).call(x); } return x;")
        .add("x = Dropout.of(.5).call(x); if (train) { x = Dropout.of(.3).call(x); } return x;")
        .add(
            "for (int s : sizes) { x = Dense.of(s).call(x);"
                + " if (train) { x = Dropout.of(.5).call(x); } } return x;")
        .check();
  }

  @Test
  void place_that_changes_the_name_of_another_is_reported() {
    var whenTrain = branch(DROPOUT, "\"train\" is true");
    new Bodies()
        .add("if (train) { x = Dropout.of(.5).call(x); } return Dropout.of(.3).call(x);", whenTrain)
        .add(
            "return train ? Dropout.of(.5).call(x) : Dropout.of(.3).call(x);",
            whenTrain,
            branch(DROPOUT, "\"train\" is false"))
        .add(
            "if (train) { x = Dropout.of(.5).call(x); } train = k > 2;"
                + " if (train) { x = Dropout.of(.3).call(x); } return x;",
            whenTrain,
            whenTrain)
        .add(
            "for (var y : xs) { if (y.item() > 0) { x = Dropout.of(.5).call(y); } } return x;",
            branch(DROPOUT, "(y.item() > 0) is true"))
        .add("if (train) { x = Dropout.of(.5).call(x); } return Later.drop(x);", whenTrain)
        .with("class Later { static Array drop(Array x) { return Dropout.of(.1).call(x); } }")
        .check();
  }

  @Test
  void helper_that_is_called_with_other_conditions_is_reported() {
    new Bodies()
        .with(
            """
            @Module record SameDef() {
              @Compact Array call(Array x, boolean t) { return drop(drop(x, t), t); }
              private Array drop(Array x, boolean on) { return on ? Dropout.of(.5).call(x) : x; }
            }
            @Module record OtherDef() {
              @Compact Array call(Array x, boolean t) { return drop(drop(x, t), !t); }
              private Array drop(Array x, boolean on) { return on ? Dropout.of(.5).call(x) : x; }
            }
            """)
        .expect(7, branch(DROPOUT, "\"on\" is true"))
        .check();
  }

  @Test
  void definition_of_the_same_compilation_needs_no_declaration() {
    new Bodies()
        .add("if (train) { x = Noise.of(.5).call(x); } return x;")
        .add("if (train) { x = Both.of(.5).call(x); } return x;")
        .add(
            "if (train) { x = Tuned.of(java.time.DayOfWeek.MONDAY, List.of(1)).call(x); } return x;")
        .add(
            "if (train) { x = Scaled.of(.5).call(x); } return x;",
            branch("Scaled is constructed", "\"train\" is true"))
        .add(
            "if (train) { x = Around.of(head).call(x); } return x;",
            branch("Around is constructed", "\"train\" is true"))
        .add(
            "if (train) { x = Helped.of(n).call(x); } return x;",
            branch("Helped is constructed", "\"train\" is true"))
        .add(
            "if (train) { x = Sequential.of(y -> relu(y)).call(x); } return x;",
            branch("Sequential is constructed", "\"train\" is true"))
        .with(NOISE)
        .with(
            """
            @Module record BothDef(double std) {
              record Parts(Noise noise) {}
              @Setup Parts parts() { return new Parts(Noise.of(std)); }
              Array call(Parts parts, Array x) { return parts.noise().call(x); }
            }
            @Module record TunedDef(java.time.DayOfWeek day, List<Integer> sizes) {
              @Compact Array call(Array x) { return Dropout.of(.5).call(Noise.of(.1).call(x)); }
            }
            @Module record ScaledDef(double std) {
              @Compact Array call(Array x) { return x.add(param("s", ones(), Shape.of(1))); }
            }
            @Module record AroundDef(Layer inner) {
              @Compact Array call(Array x) { return inner.call(x); }
            }
            @Module record HelpedDef(int n) {
              @Compact Array call(Array x) { return Help.go(x, n); }
            }
            class Help { static Array go(Array x, int n) { return Dense.of(n).call(x); } }
            """)
        .check();
  }

  @Test
  void declaration_that_is_wrong_is_reported() {
    new Bodies()
        .with(
            """
            @Module(variables = false) record ADef(int n) {
              @Compact Array call(Array x) { return Dense.of(n).call(x); }
            }
            @Module(variables = false) record BDef(Dense head) {
              @Compact Array call(Array x) { return head.call(x); }
            }
            @Module(variables = false) record CDef(int n) {
              @Compact Array call(Array x) { return Help.go(x); }
            }
            @Module(variables = false) record DDef(Layer f) {
              @Compact Array call(Array x) { return f.call(Dropout.of(.5).call(x)); }
            }
            class Help {
              static Array go(Array x) { return x.add(variable("stats", "v", () -> x).get()); }
            }
            """)
        .expect(1, declared("A", "Dense"))
        .expect(4, declared("B", "param(...)"))
        .expect(7, declared("C", "variable(...)"))
        .check();
  }

  private static String declared(String module, String made) {
    return "[VariablesDeclaredNone] %sDef declares variables = false, but %1$s has variables through %s."
            .formatted(module, made)
        + " Remove variables = false, or the code that creates variables.";
  }
}
