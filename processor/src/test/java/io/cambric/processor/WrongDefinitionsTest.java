package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.JavaFileObjects;
import java.util.List;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;

/**
 * Definitions as somebody writes them who comes from Flax or PyTorch, each with one mistake, which
 * the compiler explains: records, components, setup and methods. Their bodies are in {@link
 * WrongBodiesTest}.
 */
class WrongDefinitionsTest {

  // -- the definition

  @Test
  void a_definition_written_as_a_class() {
    explained(
            """
            @Module class MlpDef {
              Dense hidden = Dense.of(300);
              Array call(Array x) { return hidden.call(x); }
            }
            """)
        .containsExactly(
            "1: [ModuleNotRecord] @Module applies only to records, but MlpDef is a class. "
                + "Declare it as record MlpDef(...).");
  }

  @Test
  void a_module_written_by_hand() {
    explained(
            """
            class Mlp extends io.cambric.module.Module<Mlp> {
              Dense hidden = Dense.of(300);
              Array call(Array x) { return hidden.call(x); }
            }
            """)
        .containsExactly(
            "1: [ModuleByHand] Only generated classes may extend Module, but Mlp is written "
                + "by hand. Declare @Module record MlpDef(...) with its methods, and let the "
                + "processor generate Mlp.");
  }

  @Test
  void a_definition_with_the_name_of_the_module() {
    explained("@Module record Mlp(int hidden) {}")
        .containsExactly(
            "1: [ModuleNameNotDef] XDef generates the module X, but the name Mlp does not "
                + "end in Def. Rename it to MlpDef.");
  }

  @Test
  void a_definition_without_its_annotation() {
    explained("record MlpDef() { @Compact Array call(Array x) { return Dense.of(3).call(x); } }")
        .containsExactly(
            "1: [AnnotationOutsideModule] @Compact is valid only in a @Module record, but "
                + "MlpDef has no @Module. Annotate MlpDef with @Module, or remove @Compact.");
  }

  @Test
  void a_definition_whose_annotation_may_be_that_of_another_package() {
    var source =
        JavaFileObjects.forSourceString(
            "example.MlpDef",
            """
            package example;
            import io.cambric.annotations.*;
            import io.cambric.core.Array;
            @Module
            record MlpDef() {
              @Compact
              Array call(Array x) { return x; }
            }
            """);
    var compilation = Compile.all(List.of(source), new CambricProcessor());
    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "6: [AnnotationOutsideModule] @Compact is valid only in a @Module record, but "
                + "the @Module of MlpDef is not resolved. Import io.cambric.annotations.Module "
                + "by name, because java.lang also has a Module.");
  }

  @Test
  void a_definition_inside_a_method() {
    explained("class Train { void run() { @Module record MlpDef(int hidden) {} } }")
        .containsExactly(
            "1: [ModuleIsLocal] MlpDef is declared inside a method, where no module is generated"
                + " from it. Move it to the class.");
  }

  // -- components

  @Test
  void a_list_that_can_change_as_a_component() {
    explained("@Module record MlpDef(ArrayList<Integer> sizes) {}")
        .containsExactly(
            "1: [ComponentNotHashable] Component sizes of MlpDef has type ArrayList<Integer>, which"
                + " is mutable. Use List<Integer>.");
  }

  @Test
  void weights_as_a_component() {
    explained(
            """
            @Module record LinearDef(Array weights) {
              Array call(Array x) { return x.matmul(weights); }
            }
            """)
        .containsExactly(
            "1: [ComponentNotHashable] Component weights of LinearDef has type Array, which"
                + " compares by identity. Pass it to call(), or declare it as a param or a"
                + " variable.");
  }

  @Test
  void a_config_object_as_a_component() {
    explained(
            """
            @Module record MlpDef(Example.Config config) {}
            public class Example { public static class Config { int hidden = 300; } }
            """)
        .containsExactly(
            "1: [ComponentNotHashable] Component config of MlpDef has type Config, which "
                + "compares by identity. Make Config a record, or define its equals and "
                + "hashCode.");
  }

  @Test
  void a_definition_as_a_component() {
    explained(
            """
            @Module record BlockDef(int n) { Array call(Array x) { return x; } }
            @Module record NetDef(BlockDef block) { Array call(Array x) { return block.call(x); } }
            """)
        .containsExactly(
            "2: [TypeLessVisible] Users see modules, but component block of NetDef has type "
                + "BlockDef, which is a definition. Use the module Block.");
  }

  @Test
  void a_field_beside_the_components() {
    var compilation =
        Compile.example("@Module record MlpDef(int n) { private Dense hidden = Dense.of(n); }");

    assertThat(Compile.complaints(compilation)).contains("field declaration must be static");
  }

  @Test
  void a_component_that_changes_during_a_call() {
    var compilation =
        Compile.example(
            "@Module record CounterDef(int n) { Array call(Array x) { n = n + 1; return x; } }");

    assertThat(Compile.complaints(compilation))
        .containsExactly("cannot assign a value to final variable n");
  }

  @Test
  void a_data_batch_of_java_arrays() {
    explained("@PyTree record Batch(float[] images, int[] labels) {}")
        .containsExactly(
            "1: [ComponentNotPyTree] A pytree consists of arrays and immutable values, but "
                + "images of Batch has type float[], which compares by identity. Make it an "
                + "Array with array(...).",
            "1: [ComponentNotPyTree] A pytree consists of arrays and immutable values, but "
                + "labels of Batch has type int[], which compares by identity. Make it an Array "
                + "with array(...).");
  }

  @Test
  void a_script_without_a_class() {
    explained(
            """
            @Module record MlpDef(int hidden) { Array call(Array x) { return x; } }
            @PyTree record State(Array loss) implements StateWith {}
            void main() { IO.println(Mlp.of(300)); }
            """)
        .containsExactly(
            "1: [InImplicitClass] Generated code cannot name MlpDef, because its file has "
                + "methods without a class around them. Put everything after the imports in "
                + "class Example { ... }.");
  }

  // -- setup

  @Test
  void two_setup_methods() {
    explained(
            """
            @Module record CoderDef() {
              record Encoder(Dense dense) {}
              record Decoder(Dense dense) {}
              @Setup Encoder encoder() { return new Encoder(Dense.of(8)); }
              @Setup Decoder decoder() { return new Decoder(Dense.of(9)); }
            }
            """)
        .containsExactly(
            "5: [SetupTwice] CoderDef has two @Setup methods, encoder() and decoder(). "
                + "Merge them, and return all parts in one record.");
  }

  @Test
  void setup_that_returns_nothing() {
    explained("@Module record CoderDef() { @Setup void setup() {} }")
        .containsExactly(
            "1: [SetupReturnsRecord] A @Setup method must return a non-private record "
                + "nested in the definition, but setup returns void. Declare record Parts(...) "
                + "in CoderDef, and return it.");
  }

  @Test
  void setup_called_by_hand() {
    explained(
            """
            @Module record CoderDef() {
              record Parts(Dense dense) {}
              @Setup Parts parts() { return new Parts(Dense.of(8)); }
              Array call(Array x) { return parts().dense().call(x); }
            }
            """)
        .containsExactly(
            "4: [SetupCalled] parts is @Setup and has already run before call, which calls "
                + "it again. Take its parts as the first parameter, call(Parts parts, ...), "
                + "which callers do not see.");
  }

  @Test
  void the_parts_as_the_last_parameter() {
    explained(
            """
            @Module record CoderDef() {
              record Parts(Dense dense) {}
              @Setup Parts parts() { return new Parts(Dense.of(8)); }
              Array call(Array x, Parts parts) { return parts.dense().call(x); }
            }
            """)
        .containsExactly(
            "4: [TypeLessVisible] The generated class Coder exposes its parts as "
                + "Coder.Parts, but parameter parts of call has type CoderDef.Parts. Make it the "
                + "first parameter of call, which callers do not see.");
  }

  @Test
  void a_submodule_that_setup_does_not_return() {
    explained(
            """
            @Module record CoderDef() {
              record Parts(Dense dense) {}
              @Setup Parts parts() { var norm = Dense.of(2); return new Parts(Dense.of(8)); }
            }
            """)
        .containsExactly(
            "3: [UnusedSubmodule] Dense is constructed but never used. Call it, or remove it.");
  }

  // -- methods

  @Test
  void a_layer_without_compact() {
    explained("@Module record MlpDef() { Array call(Array x) { return Dense.of(8).call(x); } }")
        .containsExactly(
            "1: [ParamOutsideCompact] Dense is constructed in call, which is neither @Compact nor"
                + " @Setup nor called by such a method. Mark call @Compact, or move this to"
                + " @Setup.");
  }

  @Test
  void a_layer_in_a_method_without_a_scope() {
    explained(
            "@Module record MlpDef() {"
                + " @Nowrap Array call(Array x) { return Dense.of(8).call(x); } }")
        .containsExactly(
            "1: [ParamOutsideCompact] Dense is constructed in call, which is neither @Compact nor"
                + " @Setup nor called by such a method. Mark call @Compact instead of @Nowrap, or"
                + " move this to @Setup.");
  }

  @Test
  void a_param_in_a_static_method() {
    explained(
            """
            @Module record ScaleDef() {
              Array call(Array x) { return x.add(bias()); }
              static Array bias() { return param("bias", ones(), Shape.of(3)); }
            }
            """)
        .containsExactly(
            "3: [ParamOutsideCompact] param(...) is called in bias, which is neither @Compact nor"
                + " @Setup nor called by such a method. Mark the caller of bias @Compact, or move"
                + " this to @Setup.");
  }

  @Test
  void a_static_compact_method() {
    explained(
            "@Module record MlpDef() {"
                + " @Compact static Array call(Array x) { return Dense.of(3).call(x); } }")
        .containsExactly(
            "1: [MethodNotCallable] The generated class calls @Compact methods on an "
                + "instance, but call is static. Remove static, or @Compact.");
  }

  @Test
  void a_compact_method_called_from_a_plain_one() {
    explained(
            """
            @Module record MlpDef() {
              @Compact Array encode(Array x) { return Dense.of(8).call(x); }
              Array call(Array x) { return encode(x); }
            }
            """)
        .containsExactly(
            "3: [CompactCalledFromPlain] encode is @Compact, but call, which calls it "
                + "directly, is not, so it cannot create anything. Call it through Mlp.self(), "
                + "or mark call @Compact.");
  }

  @Test
  void an_interface_implemented_with_other_parameters() {
    explained(
            """
            @Module(as = Example.Step.class) record CellDef() {
              Array step(Array carry, int x) { return carry; }
            }
            public class Example { public interface Step { Array step(Array carry, Array x); } }
            """)
        .containsExactly(
            "1: [InterfaceNotMet] Cell must implement Step, where step takes (Array, "
                + "Array), but step of CellDef takes (Array, int). Use the same parameters, or "
                + "remove the interface.");
  }

  @Test
  void a_generic_interface_implemented_with_another_result() {
    explained(
            """
            @Module(as = Example.Step.class) record CellDef() {
              Array step(List<Array> carry, Array x) { return x; }
            }
            public class Example { public interface Step<C> { C step(C carry, Array x); } }
            """)
        .containsExactly(
            "1: [InterfaceNotMet] Cell must implement Step, where step returns List, but "
                + "step of CellDef returns Array. Return List, or remove the interface.");
  }

  @Test
  void a_type_argument_outside_of_its_bound() {
    var compilation =
        Compile.example(
            """
            @Module record RnnDef<T extends Layer>(T cell) {
              Array call(Array x) { return cell.call(x); }
            }
            class Train { Object model = Rnn.of("cell"); }
            """);

    assertThat(Compile.complaints(compilation))
        .containsExactly("method of in class example.Rnn<T> cannot be applied to given types;");
  }

  private static ListAssert<String> explained(String code) {
    return assertThat(Compile.diagnostics(Compile.example(code)));
  }
}
