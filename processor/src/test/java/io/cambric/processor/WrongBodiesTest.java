package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/**
 * Bodies of definitions as somebody writes them who comes from Flax or PyTorch, each with one
 * mistake, which the compiler explains.
 */
class WrongBodiesTest {

  // -- submodules

  @Test
  void a_layer_in_an_if() {
    explained(compact("if (train) { x = Dense.of(8).call(x); } return x;"))
        .containsExactly(
            "2: [SubmoduleInBranch] Dense is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.");
  }

  @Test
  void a_layer_after_an_early_return() {
    explained(compact("if (!train) { return x; } return Dense.of(8).call(x);"))
        .containsExactly(
            "2: [SubmoduleInBranch] Dense is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.");
  }

  @Test
  void a_layer_that_depends_on_a_number_in_an_array() {
    explained(compact("return x.sum().item() > 0 ? Dense.of(8).call(x) : x;"))
        .containsExactly(
            "2: [SubmoduleInBranch] Dense is constructed only when (x.sum().item() > 0) is true, so"
                + " its name depends on a call argument. Construct it before the branch, name it"
                + " with named(...), or move it to @Setup.");
  }

  @Test
  void a_loop_over_a_call_argument() {
    explained(compact("for (int n : sizes) { x = Dense.of(n).call(x); } return x;"))
        .containsExactly(
            "2: [SubmoduleInLoop] Dense is constructed in each iteration of a loop that "
                + "depends on \"sizes\", so the number of submodules depends on a call argument. "
                + "Construct it before the loop, or let a component determine the number.");
  }

  @Test
  void one_name_for_two_layers() {
    explained(
            compact(
                "x = Dense.of(8).named(\"d\").call(x);\nreturn Dense.of(8).named(\"d\").call(x);"))
        .containsExactly(
            "3: [DuplicateName] The name \"d\" is used twice in the same scope. Rename one "
                + "of them, or construct it once and use it twice.");
  }

  @Test
  void the_name_of_a_component_for_another_layer() {
    explained(compact("x = Dense.of(8).named(\"head\").call(x);\nreturn head.call(head.call(x));"))
        .containsExactly(
            "3: [DuplicateName] The name \"head\" is used twice in the same scope. Rename "
                + "one of them, or construct it once and use it twice.");
  }

  @Test
  void a_layer_that_is_never_called() {
    explained(compact("var dense = Dense.of(8); return x;"))
        .containsExactly(
            "2: [UnusedSubmodule] Dense is constructed but never used. Call it, or remove it.");
  }

  @Test
  void a_module_changed_in_place() {
    explained(compact("var d = Dense.of(8); d.withUseBias(false); return d.call(x);"))
        .containsExactly(
            "2: [CopyDropped] withUseBias does not change the module, but returns a changed "
                + "copy, which is dropped here. Use the result.");
  }

  // -- functions

  @Test
  void a_param_in_a_lambda() {
    explained(
            compact(
                "return Sequential.of(head, y -> y.add(param(\"b\", ones(), Shape.of(8))))"
                    + ".call(x);"))
        .containsExactly(
            "2: [CreationInForeignLambda] param(...) in a lambda that Sequential runs "
                + "belongs to the scope of Sequential. Create it before, and capture the value.");
  }

  @Test
  void an_own_method_with_layers_as_a_layer() {
    explained(
            """
            @Module record NetDef() {
              @Compact Array call(Array x) { return Sequential.of(this::block).call(x); }
              private Array block(Array x) { return Dense.of(8).call(x); }
            }
            """)
        .containsExactly(
            "2: [CreationInForeignLambda] Dense in block, which Sequential runs here, "
                + "belongs to the scope of Sequential. Create it before, and capture the value.");
  }

  @Test
  void a_module_captured_in_a_lifted_vmap() {
    explained(
            compact(
                "var d = Dense.of(8);"
                    + " return Lift.vmap((Array y) -> d.call(y)).inAxes(0).apply(x);"))
        .containsExactly(
            "2: [CaptureInLift] The function passed to Lift.vmap uses \"d\" of the "
                + "enclosing method, which belongs to the outer scope. Pass it to Lift.vmap as "
                + "an argument, and use the function's parameter.");
  }

  @Test
  void a_layer_in_a_plain_vmap() {
    explained(compact("return Transforms.vmap((Array y) -> Dense.of(8).call(y)).apply(x);"))
        .containsExactly(
            "2: [PlainTransformation] Dense creates variables of the module, which the "
                + "enclosing Transforms.vmap would lose. Use Lift.vmap, with the module as an "
                + "argument.");
  }

  @Test
  void a_java_array_for_a_compiled_function() {
    explained("class Train { Object step = Transforms.jit((Array x, float[] raw) -> x); }")
        .containsExactly(
            "1: [ArgumentNotPyTree] Parameter 1 of a function passed to jit has type "
                + "float[], which is not a pytree. Use Array, and pass array(...) of the values.");
  }

  @Test
  void weights_in_a_java_array() {
    explained(
            """
            class Train {
              record Weights(List<Array[]> layers) {}
              Object slope = Transforms.grad((Weights w, float[] data) -> w.layers().get(0)[0]);
            }
            """)
        .containsExactly(
            "3: [ArgumentNotPyTree] Parameter 0 of a function passed to grad has type "
                + "Weights with component layers of type Array[], which is not a pytree. Use "
                + "List, and pass List.of(...) of the elements.");
  }

  @Test
  void a_java_array_for_a_gradient_in_chosen_arguments() {
    explained(
            """
            class Train {
              Object a = Transforms.grad((Array w, float[] data) -> w).allowInt().argnums(0);
              Object b = Transforms.grad((Array w, float[] data) -> w).allowInt().argnums(0, -1);
              Object c = Transforms.grad((float[] data, Array w) -> w).argnums(1);
            }
            """)
        .containsExactly(
            "3: [ArgumentNotPyTree] Parameter 1 of a function passed to grad has type "
                + "float[], which is not a pytree. Use Array, and pass array(...) of the values.");
  }

  @Test
  void a_java_array_for_a_function_that_a_transformation_returned() {
    explained(
            """
            class Train {
              Object step(Jit2<Array, float[], Array> inner) { return Transforms.vmap(inner); }
            }
            """)
        .containsExactly(
            "2: [ArgumentNotPyTree] Parameter 1 of a function passed to vmap has type "
                + "float[], which is not a pytree. Use Array, and pass array(...) of the values.");
  }

  @Test
  void collections_that_are_no_trees() {
    explained(
            """
            class Train {
              Object a = Transforms.vmap((Deque<Array> d) -> d.getFirst());
              Object b = Transforms.jit((Map<String, HashSet<Array>> m) -> 1);
              Object c = Transforms.jit((Array x) -> new StringBuilder());
            }
            """)
        .containsExactly(
            "2: [ArgumentNotPyTree] Parameter 0 of a function passed to vmap has type "
                + "Deque, which is not a pytree. Use List, and pass List.copyOf(...).",
            "3: [ArgumentNotPyTree] Parameter 0 of a function passed to jit has type "
                + "HashSet, which is not a pytree. Use List, and pass List.copyOf(...).",
            "4: [ArgumentNotPyTree] The result of a function passed to jit has type "
                + "StringBuilder, which is not a pytree. Use String, and pass toString().");
  }

  @Test
  void classes_of_other_libraries_may_be_registered() {
    explained(
            """
            class Train {
              Object a = Transforms.jit((com.google.common.collect.EvictingQueue<Array> q) -> q);
              Object b = Transforms.jit((com.google.common.collect.ImmutableList<Array> l) -> l);
            }
            """)
        .isEmpty();
  }

  @Test
  void lists_maps_optionals_and_records_of_arrays_are_trees() {
    explained(
            """
            class Train {
              record State(Map<String, List<Array>> params, Optional<State> before, String name) {}
              Object a = Transforms.jit((State s) -> s);
              Object b = Transforms.jit((ArrayList<Array> l, HashMap<String, Array> m) -> List.of(l, m));
              <T> Object c(Fn<T, T> f) { return Transforms.jit(f); }
            }
            """)
        .isEmpty();
  }

  // -- use

  @Test
  void a_module_made_with_new() {
    explained("class Train { Dense dense = new Dense(8); }")
        .containsExactly(
            "1: [ModuleByNew] Dense is constructed with new, but modules need their "
                + "factory. Write Dense.of(8).");
  }

  @Test
  void a_definition_used_as_the_module() {
    explained(
            """
            @Module record MlpDef() { @Compact Array call(Array x) { return x; } }
            class Train { Array run(Array x) { return new MlpDef().call(x); } }
            """)
        .containsExactly(
            "2: [DefinitionCalledOutside] call of the definition MlpDef needs a scope, but is"
                + " called outside any definition. Call it on the module, Mlp.of(...).");
  }

  @Test
  void a_definition_of_the_library_used_as_the_module() {
    var compilation =
        Compile.example(
            "import io.cambric.nn.DenseDef; class Train { Object dense = new DenseDef(8); }");

    assertThat(Compile.complaints(compilation))
        .contains(
            "io.cambric.nn.DenseDef is not public in io.cambric.nn; cannot be accessed from outside"
                + " package");
  }

  private static String compact(String body) {
    return """
    @Module record NetDef(Dense head) {
      @Compact Array call(Array x, boolean train, List<Integer> sizes) { %s }
    }
    """
        .formatted(body);
  }

  private static ListAssert<String> explained(String code) {
    return assertThat(Compile.diagnostics(Compile.example(code)));
  }
}
