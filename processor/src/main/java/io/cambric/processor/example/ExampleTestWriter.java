package io.cambric.processor.example;

import com.palantir.javapoet.CodeBlock;
import io.cambric.processor.dims.ArrayTypeText;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.ImportStatements;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Writes the test of the examples of a definition, a class in its package.
 *
 * <p>The class repeats the imports of the definition, and so names all other types in full. It is
 * text, since JavaPoet knows no imports on demand.
 */
final class ExampleTestWriter {

  private static final String DTYPE = "io.cambric.array.DType";

  private final Elements elements;
  private final TypeElement definition;

  ExampleTestWriter(Elements elements, TypeElement definition) {
    this.elements = elements;
    this.definition = definition;
  }

  /** {@return the qualified name of the test} */
  String name() {
    return inPackage(simpleName());
  }

  private String simpleName() {
    return ElementNames.module(definition.getSimpleName().toString()) + "ExamplesTest";
  }

  private String inPackage(String simpleName) {
    return packageName().isEmpty() ? simpleName : packageName() + "." + simpleName;
  }

  private String packageName() {
    return elements.getPackageOf(definition).getQualifiedName().toString();
  }

  /** {@return the source of the test} */
  String write(List<ExampleModel> examples) {
    var text = new StringBuilder();
    text.append(
        "// Generated from the examples of %s; edit those instead.\n"
            .formatted(definition.getSimpleName()));
    if (!packageName().isEmpty()) {
      text.append("package %s;\n\n".formatted(packageName()));
      ImportStatements.of(definition, elements)
          .forEach(name -> text.append("import %s;\n".formatted(name)));
      ownMembers().forEach(name -> text.append("import static %s.*;\n".formatted(name)));
    }
    text.append(
        """

        /** The examples of {@code %s}. */
        @io.cambric.annotations.Generated(
            value = "%s",
            from = "%s")
        final class %s {
        """
            .formatted(
                definition.getSimpleName(),
                ExampleProcessor.class.getName(),
                definition.getQualifiedName(),
                simpleName()));
    examples.forEach(example -> text.append(method(example)));
    return text.append("}\n").toString();
  }

  /** The definition and the types around it, whose static members the expressions may use. */
  private List<String> ownMembers() {
    var types = new ArrayDeque<String>();
    for (Element e = definition; e instanceof TypeElement type; e = e.getEnclosingElement()) {
      types.addFirst(type.getQualifiedName().toString());
    }
    return List.copyOf(types);
  }

  private String method(ExampleModel example) {
    var text = new StringBuilder();
    text.append(
        """

          @org.junit.jupiter.api.Test
          void example%1$d() {
            io.cambric.module.ModuleExample.of(%2$s, %1$d, %3$s)
        """
            .formatted(
                example.number(),
                quoted(definition.getSimpleName().toString()),
                quoted(example.text())));
    example
        .arguments()
        .forEach(argument -> {
          if (argument instanceof ExampleModel.Argument.Given(var array)) {
            text.append("        .in(%s)\n".formatted(arguments(array)));
          }
        });
    example
        .results()
        .forEach(array -> text.append("        .out(%s)\n".formatted(arguments(array))));
    return text.append(
            """
                    .run(
                        // The expressions are those of @Example %d of %s.
                        () ->
                            %s,
                        (module, arrays) -> %s);
              }
            """
                .formatted(
                    example.number(), definition.getSimpleName(), example.module(), call(example)))
        .toString();
  }

  private static String arguments(ArrayTypeText array) {
    var sizes = array.sizes().stream().map(size -> ", " + size).collect(Collectors.joining());
    return DTYPE + "." + array.constant() + sizes;
  }

  private static String call(ExampleModel example) {
    var arguments = new StringBuilder();
    int arrays = 0;
    for (var argument : example.arguments()) {
      arguments.append(arguments.isEmpty() ? "\n" : ",\n").append(" ".repeat(16));
      arguments.append(
          switch (argument) {
            case ExampleModel.Argument.Given _ -> "arrays.get(%d)".formatted(arrays++);
            case ExampleModel.Argument.Computed(var expression) -> expression;
          });
    }
    var call = "module.%s(%s)".formatted(example.method(), arguments);
    return example.isVoid() ? "{ %s; return java.util.List.of(); }".formatted(call) : call;
  }

  private static String quoted(String text) {
    return CodeBlock.of("$S", text).toString();
  }
}
