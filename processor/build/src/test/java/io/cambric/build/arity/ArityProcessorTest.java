package io.cambric.build.arity;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text that the generator writes; the tests of the runtime compile and run it. */
class ArityProcessorTest {

  @TempDir private Path folder;

  /** Runs the generator. The compiler misses the types of the runtime, which are not asked for. */
  private Path generated(int most) throws IOException {
    var marker = "package io.cambric.transform; @interface Arities { int value(); }";
    var marked = "package io.cambric.transform; @Arities(%d) class Transformed {}".formatted(most);
    var compiler = ToolProvider.getSystemJavaCompiler();
    var options = List.of("-proc:only", "-d", folder.toString(), "-s", folder.toString());
    var sources =
        List.of(
            JavaFileObjects.forSourceString("io.cambric.transform.Arities", marker),
            JavaFileObjects.forSourceString("io.cambric.transform.Transformed", marked));
    var task = compiler.getTask(null, null, _ -> {}, options, null, sources);
    task.setProcessors(List.of(new ArityProcessor()));
    task.call();
    return folder.resolve("io/cambric/transform");
  }

  @Test
  void the_marker_says_how_many_arguments_functions_have_at_most() throws IOException {
    var functions = generated(2).resolve("function");

    assertThat(functions.resolve("Fn2.java")).exists();
    assertThat(functions.resolve("Fn3.java")).doesNotExist();
  }

  @Test
  void a_function_type_has_a_parameter_for_each_argument() throws IOException {
    assertThat(generated(2).resolve("function/Fn2.java"))
        .content()
        .containsIgnoringWhitespaces("R apply(A first, B second);");
    assertThat(generated(2).resolve("function/ArrayFn2.java"))
        .content()
        .containsIgnoringWhitespaces("public interface ArrayFn2 extends Fn2<Array, Array, Array>");
  }

  @Test
  void axes_are_given_for_each_argument() throws IOException {
    assertThat(generated(3).resolve("Vmap3.java"))
        .content()
        .containsIgnoringWhitespaces(
            "inAxes(@Nullable Object first, @Nullable Object second, @Nullable Object third)");
  }

  @Test
  void several_arguments_have_a_result_with_a_part_for_each() throws IOException {
    assertThat(generated(2).resolve("Grad2.java"))
        .content()
        .containsIgnoringWhitespaces("public Grad2<A, B, M, M> argnums(int argnum, int... others)");
    assertThat(generated(2).resolve("result/Grads2.java"))
        .content()
        .containsIgnoringWhitespaces("public A first()", "public B second()");
  }

  @Test
  void no_compiler_of_a_user_runs_the_generator() {
    assertThat(ServiceLoader.load(Processor.class)).noneMatch(ArityProcessor.class::isInstance);
  }
}
