package io.cambric.processor.example;

import io.cambric.processor.dims.ArrayTypeText;
import io.cambric.processor.dims.ArrayTypeText.InvalidArrayException;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.ElementReport;
import io.cambric.processor.report.Similar;
import io.cambric.processor.report.TypeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads the examples of definitions, and reports their mistakes. */
final class ExampleReader {

  private final Elements elements;
  private final Types types;
  private final ElementReport report;

  ExampleReader(ProcessingEnvironment environment, ElementReport report) {
    this.elements = environment.getElementUtils();
    this.types = environment.getTypeUtils();
    this.report = report;
  }

  /** {@return the annotations of the examples on an element} */
  static List<AnnotationMirror> on(Element element) {
    return Annotated.findAll(element, Annotated.EXAMPLE, Annotated.EXAMPLES);
  }

  /** {@return whether a type with examples is a definition; a mistake is reported otherwise} */
  boolean isDefinition(TypeElement type) {
    if (Annotated.has(type, Annotated.MODULE)) {
      // Another name has a diagnostic of its own.
      return ElementNames.isDefinition(type.getSimpleName().toString());
    }
    report.about(
        DiagnosticCode.EXAMPLE_INVALID,
        type,
        on(type).getFirst(),
        "@Example is on %s, which is no definition.".formatted(type.getSimpleName()),
        "Annotate %s with @Module, or remove @Example.".formatted(type.getSimpleName()));
    return false;
  }

  /** {@return the examples of a definition, without those that have mistakes} */
  List<ExampleModel> read(TypeElement definition) {
    var examples = new ArrayList<ExampleModel>();
    int number = 0;
    for (var annotation : on(definition)) {
      number++;
      new Pass(definition, annotation).read(number).ifPresent(examples::add);
    }
    return List.copyOf(examples);
  }

  /** The reading of one example. Mutable: it remembers whether there was a mistake. */
  private final class Pass {

    private final TypeElement definition;
    private final AnnotationMirror annotation;
    private boolean isRight = true;

    Pass(TypeElement definition, AnnotationMirror annotation) {
      this.definition = definition;
      this.annotation = annotation;
    }

    Optional<ExampleModel> read(int number) {
      var module = text("module").orElse("");
      if (module.isBlank()) {
        var name = ElementNames.module(definition.getSimpleName().toString());
        wrong(
            Annotated.value(annotation, "module"),
            "@Example of %s makes no module.".formatted(definition.getSimpleName()),
            "Write a Java expression, such as %s.of().".formatted(name));
      }
      var given = values("in");
      var callees = callees(text("method").orElse("call"), given.size());
      var arguments = new ArrayList<ExampleModel.Argument>();
      for (int i = 0; i < given.size() && !callees.isEmpty(); i++) {
        argument(callees, i, given.get(i)).ifPresent(arguments::add);
      }
      var results = values("out").stream().flatMap(value -> array(value).stream()).toList();
      return callees.stream()
          .findFirst()
          .filter(_ -> isRight)
          .map(callee ->
              new ExampleModel(number, module, callee.name(), callee.isVoid(), arguments, results));
    }

    /** The methods that may be meant; a mistake is reported if there are none. */
    private List<Callee> callees(String name, int arguments) {
      var all = Callee.of(definition);
      var named = all.stream().filter(callee -> callee.name().equals(name)).toList();
      if (named.isEmpty()) {
        wrong(
            Annotated.value(annotation, "method"),
            "%s has no method \"%s\" for its @Example.".formatted(definition.getSimpleName(), name),
            Similar.to(name, all.stream().map(Callee::name).toList())
                .map(similar -> "Did you mean \"" + similar + "\"?")
                .orElse("Name a method that is neither private nor static."));
        return List.of();
      }
      var taking = named.stream().filter(callee -> callee.takes(arguments)).toList();
      if (taking.isEmpty()) {
        wrong(
            Annotated.value(annotation, "in"),
            "@Example of %s has %d %s in its \"in\", but calls %s."
                .formatted(
                    definition.getSimpleName(),
                    arguments,
                    arguments == 1 ? "text" : "texts",
                    named.stream().map(Callee::toString).collect(Collectors.joining(" or "))),
            "Write a text for each parameter.");
      }
      return taking;
    }

    private Optional<ExampleModel.Argument> argument(
        List<Callee> callees, int index, AnnotationValue value) {
      var text = value.getValue().toString();
      if (text.isBlank()) {
        wrong(
            Optional.of(value),
            "@Example of %s has an empty text for %s of %s."
                .formatted(
                    definition.getSimpleName(),
                    callees.getFirst().parameter(index),
                    callees.getFirst()),
            "Write an array, as in f32[2, 784], or a Java expression.");
        return Optional.empty();
      }
      if (!ArrayTypeText.isMeant(text)) {
        return Optional.of(new ExampleModel.Argument.Computed(text.strip()));
      }
      if (callees.stream().noneMatch(callee -> takesArray(callee.type(index)))) {
        wrong(
            Optional.of(value),
            "@Example of %s has the array \"%s\" for %s of %s, which is %s."
                .formatted(
                    definition.getSimpleName(),
                    text,
                    callees.getFirst().parameter(index),
                    callees.getFirst(),
                    TypeText.of(callees.getFirst().type(index))),
            "Write a Java expression.");
        return Optional.empty();
      }
      return array(value).map(ExampleModel.Argument.Given::new);
    }

    private Optional<ArrayTypeText> array(AnnotationValue value) {
      try {
        return Optional.of(ArrayTypeText.read(value.getValue().toString()));
      } catch (InvalidArrayException e) {
        wrong(
            Optional.of(value),
            "@Example of %s: %s".formatted(definition.getSimpleName(), e.getMessage()),
            ArrayTypeText.MEND);
        return Optional.empty();
      }
    }

    private Optional<String> text(String name) {
      return Annotated.value(annotation, name).map(value -> value.getValue().toString());
    }

    private List<AnnotationValue> values(String name) {
      return Annotated.value(annotation, name).map(Annotated::values).orElse(List.of());
    }

    private void wrong(Optional<AnnotationValue> value, String what, String mend) {
      isRight = false;
      if (value.isPresent()) {
        report.about(
            DiagnosticCode.EXAMPLE_INVALID, definition, annotation, value.get(), what, mend);
      } else {
        report.about(DiagnosticCode.EXAMPLE_INVALID, definition, annotation, what, mend);
      }
    }
  }

  /** Whether a parameter may be an array; in doubt it may. */
  private boolean takesArray(TypeMirror type) {
    var array = elements.getTypeElement(RuntimeTypes.ARRAY.canonicalName());
    return type.getKind() == TypeKind.ERROR
        || type.getKind() == TypeKind.TYPEVAR
        || array == null
        || !type.getKind().isPrimitive() && types.isAssignable(array.asType(), types.erasure(type));
  }
}
