package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions given to lifted transformations: names that they may use, and captures that they may
 * not.
 */
class LiftedFunctionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The forms of transformations.
        "Lift.vmap|dense|return Lift.vmap((Net m, Array y) -> dense.call(y)).inAxes(0)"
            + ".apply(Net.self(), x);",
        "Lift.vmap|dense|return Lift.vmap((Array y) -> dense.call(y)).apply(x);",
        "Lift.scan|dense|return Lift.scan((Net m, Array y) -> dense.call(y)).length(2)"
            + ".apply(Net.self(), x);",
        "Lift.remat|dense|return Lift.remat((Array y) -> dense.call(y)).apply(x);",
        "Lift.jit|dense|return Lift.jit((Array y) -> dense.call(y)).apply(x);",
        "Lift.vjp|dense|return Lift.vjp((Net m, Array y) -> dense.call(y), Net.self(), x).value();",
        "Lift.cond|dense|return Lift.cond(x.gt(0), (Net m, Array y) -> y,"
            + " (Net m, Array y) -> dense.call(y), Net.self(), x);",
        "Lift.switchCase|dense|return Lift.switchCase(x.sum(), List.of((Net m, Array y) -> y,"
            + " (Net m, Array y) -> dense.call(y)), Net.self(), x);",
        "Lift.whileLoop|dense|return Lift.whileLoop(WhileLift.NONE.withVariableCarry(\"state\"),"
            + " (Net m, Array y) -> dense.call(y).gt(0), (Net m, Array y) -> y, Net.self(), x);",
        "Lift.whileLoop|dense|return Lift.whileLoop(WhileLift.NONE, (Net m, Array y) -> y.gt(0),"
            + " (Net m, Array y) -> dense.call(y), Net.self(), x);",
        "Partial|dense|return new Partial<>((Net m, Array y) -> dense.call(y), Net.self()).apply(x);",
        // The forms of functions.
        "Lift.jit|dense|Fn<Array, Array> f = y -> dense.call(y); return Lift.jit(f).apply(x);",
        "Lift.jit|dense|Fn<Array, Array> f = dense::call; return Lift.jit(f).apply(x);",
        "Lift.jit|dense|return Lift.jit((Fn<Array, Array>) dense::call).apply(x);",
        "Lift.jit|Dense.of(8)|return Lift.jit((Fn<Array, Array>) Dense.of(8)::call).apply(x);",
        "Lift.jit|dense|return Lift.jit(wide ? (Array y) -> y : (Array y) -> dense.call(y))"
            + ".apply(x);",
        "Lift.jit|dense|return Lift.jit(new Fn<Array, Array>() { public Array apply(Array y) {"
            + " return dense.call(y); } }).apply(x);",
        // The captured name.
        "Lift.jit|me|var me = Net.self(); return Lift.jit((Array y) -> me.helper(y)).apply(x);",
        "Lift.jit|all|var all = List.of(dense); return Lift.jit((Array y) -> all.get(0).call(y))"
            + ".apply(x);",
        "Lift.jit|all|Dense[] all = {dense}; return Lift.jit((Array y) -> all[0].call(y)).apply(x);",
        "Lift.jit|mean|Variable<Array> mean = variable(\"stats\", \"mean\", () -> x);"
            + " return Lift.jit((Array y) -> y.add(mean.get())).apply(x);",
        "Lift.jit|parts|var parts = Coder.self().parts(); return Lift.jit((Array y) ->"
            + " parts.dense().call(y)).apply(x);",
      })
  void module_or_variable_of_the_enclosing_method_is_reported(
      String transformation, String captured, String body) {
    assertThat(Compile.diagnostics(compile(body)))
        .containsExactly(
            "4: [CaptureInLift] The function passed to %s uses \"%s\" of the enclosing method, which"
                    .formatted(transformation, captured)
                + " belongs to the outer scope. Pass it to %s as an argument, and use the"
                    .formatted(transformation)
                + " function's parameter.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Passed on.
        "return Lift.vmap((Net m, Dense d, Array y) -> d.call(y)).inAxes(0)"
            + ".apply(Net.self(), dense, x);",
        "return Lift.jit((Net m, Array y) -> m.helper(y)).apply(Net.self(), x);",
        "return Lift.jit(Dense::call).apply(dense, x);",
        "Fn<Array, Array> next = new Partial<>((Dense d, Array y) -> d.call(y), dense);"
            + " return Lift.jit((Net m, Fn<Array, Array> f, Array y) -> f.apply(y))"
            + ".apply(Net.self(), next, x);",
        "return Lift.switchCase(x.sum(), List.of((Dense d, Array y) -> y, Dense::call), dense, x);",
        // Made inside, found inside, or a component.
        "return Lift.jit((Array y) -> { var d = Dense.of(8); return d.call(y); }).apply(x);",
        "return Lift.jit((Array y) -> Net.self().helper(y)).apply(x);",
        "return Lift.jit((Array y) -> head.call(y)).apply(x);",
        "return Lift.jit((Fn<Array, Array>) head::call).apply(x);",
        "return Lift.jit((Fn<Array, Array>) this::helper).apply(x);",
        // Arrays and hyperparameters.
        "var y = relu(x); return Lift.jit((Array z) -> z.add(y)).apply(x);",
        "return Lift.jit((Array y) -> y.mul(dense.features())).apply(x);",
        "return Lift.scan((Net m, Array y) -> y).length(dense.features())"
            + ".apply(Net.self(), x);",
        // Methods of modules.
        "return dense.vmap().inAxes(0).variableAxis(\"params\", 0).call(x);",
        "var lanes = dense.vmap();"
            + " return (wide ? lanes.splitRngs(\"params\") : lanes.shareRngs(\"params\")).call(x);",
        "return dense.vmap().variableAxis(\"params\", 0).splitRngs(\"params\")"
            + ".vmap().variableAxis(\"params\", 0).call(x);",
        "return Net.self().scan(\"helper\").length(2).helper(x);",
        "return Net.self().remat(\"helper\").helper(x);",
        "var me = Net.self().jit(\"helper\"); return me.helper(dense.call(x));",
      })
  void what_is_passed_or_made_inside_may_be_used(String body) {
    var compilation = compile(body);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(compilation.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "variableAxis(\"params\", 0).variableBroadcast(\"stats\", "
            + "\"params\")|\"params\" is named twice, in variableAxis and in "
            + "variableBroadcast.",
        "variableAxis(\"params\", 0).variableAxis(\"params\", 1)|\"params\" is named "
            + "twice, in variableAxis and in variableAxis.",
        "shareRngs(\"dropout\").splitRngs(\"params\", \"dropout\")|\"dropout\" is named "
            + "twice, in shareRngs and in splitRngs.",
      })
  void options_that_name_a_collection_twice_are_reported(String options, String what) {
    assertThat(Compile.diagnostics(compile("return dense.vmap()." + options + ".call(x);")))
        .containsExactly("4: [CollectionTwice] " + what + " Remove one of them.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return Lift.vmap((Net m, Array y) -> y).variableAxis(\"params\", 0)"
            + ".variableAxis(\"params\", 1).apply(Net.self(), x);",
        "return dense.lifted(VmapLift.NONE.withVariableAxis(\"params\", 0)"
            + ".withVariableAxis(\"params\", 1)).call(x);",
      })
  void options_of_functions_and_records_that_name_a_collection_twice_are_reported(String body) {
    assertThat(Compile.diagnostics(compile(body)))
        .hasSize(1)
        .allMatch(each -> each.startsWith("4: [CollectionTwice] \"params\" is named twice, in "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "head|(Dense d, Array y) -> d.call(head.call(y))",
        "head|(Dense d, Array y) -> d.call(this.head.call(y))",
        "head|(Dense d, Array y) -> d.call(head().call(y))",
        "head|(Dense d, Array y) -> d.call(tail(y))",
      })
  void component_in_a_function_of_other_modules_is_reported(String component, String function) {
    assertThat(Compile.diagnostics(compile("return Lift.vmap(" + function + ").apply(dense, x);")))
        .containsExactly(
            "4: [CaptureInLift] The function passed to Lift.vmap uses the component \"%s\", but is a function"
                    .formatted(component)
                + " of other modules. Pass it to Lift.vmap as an argument, and use the function's"
                + " parameter.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "param(...)|y.add(param(\"p\", ones(), Shape.of(1)))",
        "Dense|d.call(Dense.of(8).call(y))",
        "makeRng(...)|y.add(Random.normal(makeRng(\"noise\"), y.shape()))",
      })
  void creation_in_a_function_of_other_modules_is_reported(String made, String body) {
    assertThat(
            Compile.diagnostics(
                compile("return Lift.vmap((Dense d, Array y) -> " + body + ").apply(dense, x);")))
        .containsExactly(
            "4: [CreationInForeignLambda] %s in a function of other modules, which Lift.vmap runs,"
                    .formatted(made)
                + " but belongs to the scope of the first of them. Pass Net.self() as the first "
                + "argument, or create it before and pass it on.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return Lift.vmap((Dense d, Array y) -> head.call(y)).apply(head, x);",
        "return Lift.vmap((Dense d, Net m, Array y) -> d.call(head.call(y)))"
            + ".apply(dense, Net.self(), x);",
        "return Lift.vmap((Net m, Array y) -> Dense.of(8).call(tail(y)))"
            + ".apply(Net.self(), x);",
        "return Lift.vmap((Dense d, Array y) -> d.call(y).mul(head.features()))"
            + ".apply(dense, x);",
      })
  void component_of_a_module_that_is_passed_may_be_used(String body) {
    assertThat(Compile.diagnostics(compile(body))).isEmpty();
  }

  private static Compilation compile(String body) {
    return Compile.example(
        """
        @Module record NetDef(boolean wide, Dense head) {
          @Compact Array call(Array x) {
            var dense = Dense.of(8); x = dense.call(x); return inner(x, dense); }
          @Compact Array inner(Array x, Dense dense) { %s }
          @Compact Array helper(Array x) { return x; }
          private Array tail(Array x) { return head.call(x); }
        }
        @Module record CoderDef() {
          record Parts(Dense dense) {}
          @Setup Parts parts() { return new Parts(Dense.of(8)); }
        }
        """
            .formatted(body));
  }
}
