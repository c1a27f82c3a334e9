package io.cambric.module;

import static io.cambric.module.Shapes.X;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.numpy.Key;
import io.cambric.sample.AutoEncoder;
import io.cambric.sample.Body;
import io.cambric.sample.Mlp;
import io.cambric.sample.Sequential;
import io.cambric.sample.Two;
import org.junit.jupiter.api.Test;

class ModuleTextTest {

  @Test
  void unbound_module_prints_its_attributes() {
    assertThat(Mlp.of(300, 10))
        .hasToString(
            """
            Mlp(
                # attributes
                hidden = 300
                out = 10
            )\
            """);
  }

  @Test
  void modules_and_functions_among_the_attributes_print_nested() {
    assertThat(Two.of(Mlp.of(2, 1), x -> x))
        .hasToString(
            """
            Two(
                # attributes
                a = Mlp(
                    # attributes
                    hidden = 2
                    out = 1
                )
                b = <function>
            )\
            """);
    assertThat(Sequential.of(x -> x, x -> x))
        .hasToString(
            """
            Sequential(
                # attributes
                layers = [<function>, <function>]
            )\
            """);
  }

  @Test
  void bound_module_prints_the_submodules_made_so_far() {
    var text = new StringBuilder();
    var model =
        Body.of(x -> {
          Mlp.of(2, 1).call(X);
          text.append(Body.self());
          return x;
        });
    model.init(Key.of(0), m -> m.call(X));

    assertThat(text.toString())
        .startsWith(
            """
            Body(
                # attributes
                body = <function>
                # children
                Mlp_0 = Mlp(
                    # attributes
                    hidden = 2
                    out = 1
                    # children
                    Dense_0 = Dense(
                        # attributes
                        features = 1
                        useBias = true
                        kernelInit = <function>
                    )
                    Dense_1 = Dense(
            """);
  }

  @Test
  void printing_does_not_run_setup() {
    var model = AutoEncoder.of(2, 3);
    var bound = model.bind(model.init(Key.of(0), m -> m.call(X)));

    assertThat(bound.toString()).doesNotContain("# children");
    bound.parts();
    assertThat(bound.toString()).contains("encoder = Dense(");
  }
}
