package io.cambric.transform;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that call each transformation with functions of one to five arguments: lambdas with and
 * without types, and method references, of arrays and of trees.
 *
 * <p>The function is the sum of {@code k x_k^2} at {@code x_k = k}, from {@code k = 1}. So its
 * value is the sum of {@code k^3}, its gradient {@code 2 k^2}, and its second derivative {@code 2
 * k}.
 */
class ArityTest {

  private static final String HEADER =
      """
      import static io.cambric.transform.Transforms.*;
      import io.cambric.array.*;
      import io.cambric.core.*;
      import io.cambric.transform.*;
      import io.cambric.transform.function.*;
      import io.cambric.transform.result.*;
      import java.util.*;
      public class Program {
        static Array array(double x) { return NdArray.scalar(DType.F32, x); }
      """;

  @TempDir private Path folder;

  /** A function as a program writes it, and the first argument that it is called with. */
  private record Form(String function, String auxiliary, boolean isTree) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void every_transformation_takes_functions_of_this_many_arguments(int count) throws Exception {
    var program = new StringBuilder(HEADER);
    program.append(methods(count)).append("public static void run(List<String> out) {\n");
    var expected = new ArrayList<String>();
    for (var form : forms(count)) {
      for (var call : calls(count, form)) {
        program.append("out.add(String.valueOf(%s));\n".formatted(call.code()));
        expected.add(call.value());
      }
    }
    var results = run(program.append("}\n}\n").toString());

    assertThat(results).isEqualTo(expected);
  }

  /** An expression, and its value as text. */
  private record Call(String code, String value) {}

  private static List<Form> forms(int count) {
    var names = each(count, k -> "x" + k);
    var typed = each(count, k -> "Array x" + k);
    var body = sum(count, "x1");
    var trees = "List<Array> x1" + typed.substring("Array x1".length());
    var treeBody = sum(count, "x1.get(0)");
    return List.of(
        new Form("(%s) -> %s".formatted(names, body), "", false),
        new Form(
            "(%s) -> %s".formatted(typed, body),
            "(%s) -> new WithAux<>(%s, \"aux\")".formatted(typed, body),
            false),
        new Form("Program::ofArrays", "Program::ofArraysAux", false),
        new Form(
            "(%s) -> %s".formatted(trees, treeBody),
            "(%s) -> new WithAux<>(%s, \"aux\")".formatted(trees, treeBody),
            true),
        new Form("Program::ofTrees", "Program::ofTreesAux", true));
  }

  private static String methods(int count) {
    var typed = each(count, k -> "Array x" + k);
    var trees = "List<Array> x1" + typed.substring("Array x1".length());
    return """
    static Array ofArrays(%1$s) { return %2$s; }
    static WithAux<String> ofArraysAux(%1$s) { return new WithAux<>(%2$s, "aux"); }
    static Array ofTrees(%3$s) { return %4$s; }
    static WithAux<String> ofTreesAux(%3$s) { return new WithAux<>(%4$s, "aux"); }
    static OutputAndAux<Array, String> ofArraysOutput(%1$s) { return new OutputAndAux<>(%2$s, "aux"); }
    static OutputAndAux<Array, String> ofTreesOutput(%3$s) { return new OutputAndAux<>(%4$s, "aux"); }
    """
        .formatted(typed, sum(count, "x1"), trees, sum(count, "x1.get(0)"));
  }

  private static String sum(int count, String first) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(k -> k == 1 ? first : "x" + k)
        .map(x -> "%1$s.mul(%1$s)".formatted(x))
        .reduce((sum, square) -> sum + ".add(" + square + ".mul(array(K)))")
        .map(ArityTest::numbered)
        .orElseThrow();
  }

  /** Puts the factors 2, 3 ... in their places. */
  private static String numbered(String text) {
    var numbered = text;
    for (int k = 2; numbered.contains("K"); k++) {
      numbered = numbered.replaceFirst("K", Integer.toString(k));
    }
    return numbered;
  }

  private static String each(int count, IntFunction<String> text) {
    return IntStream.rangeClosed(1, count).mapToObj(text).collect(joining(", "));
  }

  private static List<Call> calls(int count, Form form) {
    var f = form.function();
    var points = arguments(count, form, k -> "array(%d)".formatted(k));
    var tangents = arguments(count, form, k -> "array(1)");
    var value = "f32[] " + IntStream.rangeClosed(1, count).mapToDouble(k -> k * k * k).sum();
    var slope = "f32[] " + IntStream.rangeClosed(1, count).mapToDouble(k -> 2 * k * k).sum();
    var first = form.isTree() ? "[f32[] 2.0]" : "f32[] 2.0";
    var lanes = "f32[2] [%1$s, %1$s]".formatted(value.substring("f32[] ".length()));
    var mapped = ".inAxes(%s).axisSize(2).axisName(\"i\").outAxes(0).apply(%s)";
    var shared = each(count, k -> "null");
    var all =
        new ArrayList<>(
            List.of(
                new Call("jit(%s).apply(%s)".formatted(f, points), value),
                new Call("jit(%s).donate(%d).apply(%s)".formatted(f, count - 1, points), value),
                new Call(
                    "jit(%s).statics().lower(%s).jaxpr().outputAvals()".formatted(f, points),
                    "[f32[]]"),
                new Call("vmap(%s)".formatted(f) + mapped.formatted(shared, points), lanes),
                new Call("pmap(%s)".formatted(f) + mapped.formatted(shared, points), lanes),
                new Call("checkpoint(%s).preventCse(false).apply(%s)".formatted(f, points), value),
                new Call("grad(%s).apply(%s)".formatted(f, points), first),
                new Call("jit(grad(%s).allowInt()).apply(%s)".formatted(f, points), first),
                new Call(
                    "valueAndGrad(%s).apply(%s)".formatted(f, points),
                    "ValueAndGrad[value=%s, grads=%s]".formatted(value, first)),
                new Call("jacfwd(%s).apply(%s)".formatted(f, points), first),
                new Call("jacrev(%s).apply(%s)".formatted(f, points), first),
                new Call(
                    "hessian(%s).apply(%s)".formatted(f, points),
                    form.isTree() ? "[[f32[] 2.0]]" : "f32[] 2.0"),
                new Call("vjp(%s, %s).output()".formatted(f, points), value),
                new Call("jvp(%s, %s, %s).tangent()".formatted(f, points, tangents), slope),
                new Call(
                    "linearize(%s, %s).linear().apply(%s)".formatted(f, points, tangents), slope),
                new Call("makeJaxpr(%s, %s).outputAvals()".formatted(f, points), "[f32[]]"),
                new Call("evalShape(%s, %s)".formatted(f, points), "f32[]"),
                new Call("evalShape(%s, %s)".formatted(f, shapes(count, form)), "f32[]")));
    if (count > 1) {
      all.addAll(several(count, form, points));
    }
    if (!form.auxiliary().isEmpty()) {
      all.addAll(auxiliary(count, form, points, tangents));
    }
    return all;
  }

  /** Derivatives in all arguments, and in the last alone. */
  private static List<Call> several(int count, Form form, String points) {
    var f = form.function();
    var numbers = each(count, k -> Integer.toString(k - 1));
    var last = ".argnums(-1).apply(%s).%s()".formatted(points, ordinal(count));
    var ofLast = "f32[] " + (double) (2 * count * count);
    return List.of(
        new Call("grad(%s)".formatted(f) + last, ofLast),
        new Call(
            "grad(%s).argnums(%s).apply(%s)".formatted(f, numbers, points), grads(count, form)),
        new Call(
            "jit(valueAndGrad(%s).argnums(%s)).apply(%s).grads()".formatted(f, numbers, points),
            grads(count, form)),
        new Call("vjp(%s, %s).pullback().apply(array(1))".formatted(f, points), grads(count, form)),
        new Call(
            "jacrev(%s).argnums(%s).apply(%s)".formatted(f, numbers, points), grads(count, form)),
        new Call(
            "jacfwd(%s).argnums(%s).apply(%s)".formatted(f, numbers, points), grads(count, form)));
  }

  private static List<Call> auxiliary(int count, Form form, String points, String tangents) {
    var f = form.auxiliary();
    var value = "f32[] " + IntStream.rangeClosed(1, count).mapToDouble(k -> k * k * k).sum();
    var slope = "f32[] " + IntStream.rangeClosed(1, count).mapToDouble(k -> 2 * k * k).sum();
    var first = form.isTree() ? "[f32[] 2.0]" : "f32[] 2.0";
    var output = outputAndAux(form);
    return List.of(
        new Call(
            "gradAux(%s).apply(%s)".formatted(f, points),
            "GradAndAux[grads=%s, aux=aux]".formatted(first)),
        new Call(
            "valueAndGradAux(%s).apply(%s)".formatted(f, points),
            "ValueAuxAndGrad[value=%s, aux=aux, grads=%s]".formatted(value, first)),
        new Call("jacfwdAux(%s).apply(%s).aux()".formatted(f, points), "aux"),
        new Call("jacrevAux(%s).apply(%s).jacobian()".formatted(f, points), first),
        new Call(
            "hessianAux(%s).apply(%s)".formatted(f, points),
            "JacobianAndAux[jacobian=%s, aux=aux]"
                .formatted(form.isTree() ? "[[f32[] 2.0]]" : "f32[] 2.0")),
        new Call("vjpAux(%s, %s).aux()".formatted(output, points), "aux"),
        new Call(
            "jvpAux(%s, %s, %s)".formatted(output, points, tangents),
            "JvpAndAux[output=%s, tangent=%s, aux=aux]".formatted(value, slope)),
        new Call(
            "linearizeAux(%s, %s).linear().apply(%s)".formatted(output, points, tangents), slope));
  }

  /** The function with an output that may be any tree. */
  private static String outputAndAux(Form form) {
    return form.auxiliary().startsWith("Program")
        ? form.auxiliary().replace("Aux", "Output")
        : form.auxiliary().replace("WithAux", "OutputAndAux");
  }

  private static String grads(int count, Form form) {
    return "Grads%d(%s)"
        .formatted(
            count,
            each(
                count,
                k -> {
                  var grad = "f32[] " + (double) (2 * k * k);
                  return "%d: %s"
                      .formatted(k - 1, k == 1 && form.isTree() ? "[" + grad + "]" : grad);
                }));
  }

  private static String arguments(int count, Form form, IntFunction<String> value) {
    return each(
        count,
        k -> k == 1 && form.isTree() ? "List.of(%s)".formatted(value.apply(k)) : value.apply(k));
  }

  /** An aval stands for each array. */
  private static String shapes(int count, Form form) {
    return arguments(count, form, k -> "new ShapedArray(Shape.scalar(), DType.F32)");
  }

  private static String ordinal(int count) {
    return List.of("first", "second", "third", "fourth", "fifth").get(count - 1);
  }

  /** Compiles and runs a program. */
  private List<String> run(String program) throws Exception {
    var file = Files.writeString(folder.resolve("Program.java"), program);
    var messages = new ByteArrayOutputStream();
    var path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var options = List.of("-proc:none", "-cp", path, "-d", folder.toString(), file.toString());
    var compiler = ToolProvider.getSystemJavaCompiler();
    int status = compiler.run(null, messages, messages, options.toArray(String[]::new));
    assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    var results = new ArrayList<String>();
    try (var classes =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      classes.loadClass("Program").getMethod("run", List.class).invoke(null, results);
    }
    return results;
  }
}
