package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads a {@code @Module} record that has passed the checks of its form. */
public final class ModuleReader {

  /**
   * The component name that Flax reserves: a module has a name of its own, which no component may
   * replace.
   */
  private static final String RESERVED = "name";

  private final Elements elements;
  private final Types types;
  private final InheritedMethods inherited;
  private final ShorthandRules shorthandRules;

  /**
   * A reader that uses the compiler's utilities, for the definitions of one processing round.
   *
   * @param inherited the methods of every generated class
   */
  public ModuleReader(Elements elements, Types types, InheritedMethods inherited) {
    this.elements = elements;
    this.types = types;
    this.inherited = inherited;
    this.shorthandRules = new ShorthandRules(elements);
  }

  /** {@return the name of the class that {@code definition} generates} */
  public static ClassName moduleName(TypeElement definition, Elements elements) {
    var packageName = elements.getPackageOf(definition).getQualifiedName().toString();
    return ClassName.get(packageName, ElementNames.module(definition.getSimpleName().toString()));
  }

  /** Reads a definition, naming unresolved types by {@code roundTypes}. */
  public ReadResult<ModuleModel> read(TypeElement definition, RoundTypes roundTypes) {
    var imports = SourceImports.of(definition, elements);
    var packageName = elements.getPackageOf(definition).getQualifiedName().toString();
    var typeReader = new TypeReader(roundTypes, imports, packageName, elements);
    var docs = new DocReader(definition, imports, roundTypes, elements);
    return new Pass(definition, typeReader, docs).read();
  }

  /** The reading of one definition. */
  private final class Pass {

    private final TypeElement definition;
    private final TypeReader typeReader;
    private final DocReader docs;
    private final DocComment doc;

    Pass(TypeElement definition, TypeReader typeReader, DocReader docs) {
      this.definition = definition;
      this.typeReader = typeReader;
      this.docs = docs;
      this.doc = docs.read(definition);
    }

    ReadResult<ModuleModel> read() {
      var annotation = Annotated.find(definition, Annotated.MODULE).orElseThrow();
      var components = components().read(definition, doc);
      var setup = setup();
      var methods = methods(setup);
      var constructors = constructors();
      var module = moduleName(definition, elements);
      var model =
          new ModuleModel(
              definition,
              annotation,
              ClassName.get(definition),
              module,
              prefix(annotation).orElse(module.simpleName()),
              Annotated.isTrue(annotation, "preserveAdoptedNames"),
              typeReader.readAll(definition.getTypeParameters()),
              components,
              constructors,
              methods,
              setup,
              interfaces(annotation, methods),
              members(constructors, components, setup, methods),
              Lint.ofModule(definition, elements),
              ImportStatements.inSource(definition, elements),
              doc);
      return ReadResult.of(model, typeReader);
    }

    private ComponentReader components() {
      return new ComponentReader(typeReader, new ModuleHolders(elements, types));
    }

    private List<ConstructorModel> constructors() {
      var constructors = new ArrayList<ConstructorModel>();
      for (var constructor : ElementFilter.constructorsIn(definition.getEnclosedElements())) {
        if (!constructor.getModifiers().contains(Modifier.PRIVATE)) {
          // Compilers put the canonical constructor in different positions if the source leaves it
          // out.
          int place = elements.isCanonicalConstructor(constructor) ? 0 : constructors.size();
          constructors.add(place, constructor(constructor));
        }
      }
      return List.copyOf(constructors);
    }

    private ConstructorModel constructor(ExecutableElement constructor) {
      var parameters = parameters(constructor.getParameters());
      var texts = new LinkedHashMap<String, String>();
      definition
          .getTypeParameters()
          .forEach(v -> texts.put("<" + v + ">", doc.param("<" + v + ">")));
      parameters.forEach(p -> texts.put(p.name(), doc.param(p.name())));
      return new ConstructorModel(
          constructor,
          typeReader.readAll(constructor.getTypeParameters()),
          parameters,
          docs.read(constructor).withParams(texts));
    }

    private List<ParameterModel> parameters(List<? extends VariableElement> parameters) {
      return parameters.stream()
          .map(p ->
              new ParameterModel(p, p.getSimpleName().toString(), typeReader.read(p.asType(), p)))
          .toList();
    }

    private Optional<SetupModel> setup() {
      var methods = Annotated.methods(definition, Annotated.SETUP);
      if (methods.isEmpty()) {
        return Optional.empty();
      }
      var method = methods.getFirst();
      var record = (TypeElement) ((DeclaredType) method.getReturnType()).asElement();
      var recordDoc = docs.read(record);
      return Optional.of(
          new SetupModel(
              method,
              record,
              ClassName.get(record),
              typeReader.read(method.getReturnType(), method).withoutAnnotations(),
              typeReader.readAll(record.getTypeParameters()),
              components().read(record, recordDoc),
              recordDoc));
    }

    private List<MethodModel> methods(Optional<SetupModel> setup) {
      var methods = new ArrayList<MethodModel>();
      for (var method : ElementFilter.methodsIn(definition.getEnclosedElements())) {
        var modifiers = method.getModifiers();
        if (!modifiers.contains(Modifier.PRIVATE)
            && !modifiers.contains(Modifier.STATIC)
            && !Annotated.has(method, Annotated.SETUP)
            && !belongsToRecord(method)) {
          methods.add(method(method, setup));
        }
      }
      return List.copyOf(methods);
    }

    private MethodModel method(ExecutableElement method, Optional<SetupModel> setup) {
      boolean takesParts =
          setup.isPresent()
              && !method.getParameters().isEmpty()
              && setup
                  .get()
                  .record()
                  .equals(types.asElement(method.getParameters().getFirst().asType()));
      var parameters =
          method.getParameters().subList(takesParts ? 1 : 0, method.getParameters().size());
      var names =
          new ArrayList<>(parameters.stream().map(p -> p.getSimpleName().toString()).toList());
      method.getTypeParameters().forEach(t -> names.add("<" + t.getSimpleName() + ">"));
      return new MethodModel(
          method,
          kind(method),
          takesParts,
          typeReader.readAll(method.getTypeParameters()),
          typeReader.read(method.getReturnType(), method),
          parameters(parameters),
          docs.read(method).keepingParams(names));
    }

    /** Whether a method is an accessor or one that every record has. */
    private boolean belongsToRecord(ExecutableElement method) {
      return elements.recordComponentFor(method) != null
          || ElementFilter.methodsIn(
                  elements.getTypeElement("java.lang.Object").getEnclosedElements())
              .stream()
              .filter(inherited -> inherited.getSimpleName().equals(method.getSimpleName()))
              .anyMatch(inherited -> elements.overrides(method, inherited, definition));
    }

    private List<InterfaceModel> interfaces(
        AnnotationMirror annotation, List<MethodModel> methods) {
      var reader = new InterfaceReader(elements, types, typeReader);
      return Annotated.value(annotation, "as").stream()
          .flatMap(value -> ((List<?>) value.getValue()).stream())
          .map(AnnotationValue.class::cast)
          .flatMap(value -> reader.read(value, methods).stream())
          .toList();
    }

    private List<Member> members(
        List<ConstructorModel> constructors,
        List<ComponentModel> components,
        Optional<SetupModel> setup,
        List<MethodModel> methods) {
      var members = new ArrayList<Member>();
      constructors.forEach(c -> members.add(new Member.Factory(c)));
      members.add(new Member.Self(definition));
      components.stream()
          .filter(c -> c.name().equals(RESERVED) || !isTaken(c.name()))
          .forEach(c -> members.add(new Member.Accessor(c)));
      components.forEach(c -> members.add(new Member.Wither(c)));
      // A method of the definition with the same name replaces the accessor.
      components.stream()
          .flatMap(c -> Member.IntWither.of(c).stream())
          .filter(wither -> methods.stream().noneMatch(m -> m.name().equals(wither.name())))
          .forEach(members::add);
      setup.ifPresent(s -> members.add(new Member.Parts(s)));
      methods.forEach(m -> members.add(new Member.Call(m)));
      members.addAll(shorthandRules.shorthands(methods));
      return List.copyOf(members);
    }
  }

  private boolean isTaken(String name) {
    return name.equals(Member.Self.NAME) || inherited.has(name + "()");
  }

  private static Optional<String> prefix(AnnotationMirror annotation) {
    return Annotated.value(annotation, "name")
        .map(value -> value.getValue().toString())
        .filter(name -> !name.isEmpty());
  }

  private static MethodModel.Kind kind(ExecutableElement method) {
    if (Annotated.has(method, Annotated.NOWRAP)) {
      return MethodModel.Kind.NOWRAP;
    }
    if (Annotated.hasNameScope(method)) {
      return MethodModel.Kind.NAME_SCOPE;
    }
    return Annotated.has(method, Annotated.COMPACT)
        ? MethodModel.Kind.COMPACT
        : MethodModel.Kind.PLAIN;
  }
}
