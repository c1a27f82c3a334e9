package io.cambric.processor.body.flow;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.CallInterface;
import io.cambric.processor.read.LiftedForm;
import io.cambric.processor.read.Owners;
import io.cambric.processor.read.RuntimeTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/** The attributed trees of the compiler, with questions in the terms of the library. */
public final class AttributedTrees {

  private static final String TRANSFORMS = "io.cambric.transform.Transforms";

  private static final String ARRAY = RuntimeTypes.ARRAY.canonicalName();

  /** The class that makes modules from lambdas. */
  private static final String MODULES = "io.cambric.module.Modules";

  private static final String MODULE_SCOPE = "io.cambric.module.ModuleScope";

  /** The class of the lifted transformations of functions. */
  private static final String LIFT = "io.cambric.module.Lift";

  /** Types of a single value, in addition to the primitive types. */
  private static final Set<String> SCALARS =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Character",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Number",
          "java.lang.Class");

  /** The transformations of every module that have no options. */
  private static final Set<String> TRANSFORMATIONS =
      Set.of("rematScan", "jit", "foldRngs", "sharded", "addMetadataAxis");

  /** Functions of the scope that create something, which need a compact or setup method. */
  private static final Set<String> CREATIONS = Set.of("param", "variable");

  private final Trees trees;
  private final Elements elements;
  private final Types types;
  private final Summaries summaries;

  /**
   * Reads trees by way of the compiler.
   *
   * @param summaries the known effects of the classes of this compilation
   */
  public AttributedTrees(Trees trees, Elements elements, Types types, Summaries summaries) {
    this.trees = trees;
    this.elements = elements;
    this.types = types;
    this.summaries = summaries;
  }

  /** {@return what the methods of a class do, by their names} */
  public Map<String, MethodSummary> methods(TypeElement type) {
    return summaries.of(type, this);
  }

  /** {@return the state outside of arguments on which the result of a user's method depends} */
  Optional<String> stateOf(ExecutableElement method) {
    return summaries.stateOf(method, this);
  }

  /** {@return the tree of a declaration, if it is in a source of this compilation} */
  public Optional<TreePath> path(Element element) {
    return Optional.ofNullable(trees.getPath(element));
  }

  /** {@return the type with a canonical name, if there is one} */
  public Optional<TypeElement> type(String name) {
    return Optional.ofNullable(elements.getTypeElement(name));
  }

  /** {@return the file that a type was read from} */
  JavaFileObject file(TypeElement type) {
    return elements.getFileObjectOf(type);
  }

  /** {@return the element that a tree declares or mentions} */
  public @Nullable Element element(TreePath path) {
    return trees.getElement(path);
  }

  /** {@return the element that {@code tree}, below {@code parent}, mentions} */
  public @Nullable Element element(TreePath parent, Tree tree) {
    return trees.getElement(new TreePath(parent, tree));
  }

  /** {@return the methods that implement an abstract method of a sealed type} */
  List<ExecutableElement> implementations(ExecutableElement method) {
    var found = new ArrayList<ExecutableElement>();
    var open = new ArrayDeque<TypeElement>(permitted((TypeElement) Owners.of(method)));
    while (!open.isEmpty()) {
      var type = open.remove();
      open.addAll(permitted(type));
      ElementFilter.methodsIn(type.getEnclosedElements()).stream()
          .filter(own -> elements.overrides(own, method, type))
          .forEach(found::add);
    }
    return found;
  }

  private List<TypeElement> permitted(TypeElement type) {
    return type.getPermittedSubclasses().stream().flatMap(t -> typeElement(t).stream()).toList();
  }

  /** {@return the field that a tree mentions, if it is one} */
  @Nullable Element field(TreePath path) {
    var element = element(path);
    return element != null && element.getKind() == ElementKind.FIELD ? element : null;
  }

  /** {@return the method that is called at {@code path}, a call} */
  public Optional<ExecutableElement> method(TreePath path) {
    var call = (MethodInvocationTree) path.getLeaf();
    return element(path, call.getMethodSelect()) instanceof ExecutableElement method
        ? Optional.of(method)
        : Optional.empty();
  }

  /** {@return the type of an expression} */
  public @Nullable TypeMirror type(TreePath path) {
    return trees.getTypeMirror(path);
  }

  /** {@return the class, record or interface that a type name or an expression denotes} */
  public Optional<TypeElement> typeElement(TreePath path) {
    return typeElement(type(path));
  }

  /** {@return the class, record or interface of {@code type}} */
  public Optional<TypeElement> typeElement(@Nullable TypeMirror type) {
    return type != null && types.asElement(type) instanceof TypeElement element
        ? Optional.of(element)
        : Optional.empty();
  }

  /** {@return whether values of {@code type} are modules} */
  public boolean isModule(@Nullable TypeMirror type) {
    var module = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    return module != null
        && type != null
        && type.getKind() == TypeKind.DECLARED
        && types.isSubtype(types.erasure(type), types.erasure(module.asType()));
  }

  /** {@return the classification of types that can be no pytrees} */
  public TreeTypes treeTypes() {
    return new TreeTypes(elements, types);
  }

  /** {@return whether values of {@code type} are arrays of the library} */
  public boolean isArray(@Nullable TypeMirror type) {
    return typeElement(type).filter(t -> t.getQualifiedName().contentEquals(ARRAY)).isPresent();
  }

  /** {@return whether a method of arrays makes Java values of their elements} */
  boolean readsArray(MethodSummary.Mention mention) {
    return mention.owner().equals(ARRAY)
        && !Taint.FIXED_BY_INIT.contains(mention.name())
        && type(ARRAY).stream()
            .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
            .filter(method -> method.getSimpleName().contentEquals(mention.name()))
            .anyMatch(method -> !isArray(method.getReturnType()));
  }

  /** {@return whether {@code type} is a Java array} */
  boolean isJavaArray(@Nullable TypeMirror type) {
    return type != null && type.getKind() == TypeKind.ARRAY;
  }

  /** {@return whether values of {@code type} have no elements: numbers, booleans and strings} */
  boolean isScalar(@Nullable TypeMirror type) {
    return type != null
        && (type.getKind().isPrimitive()
            || typeElement(type)
                .filter(t -> SCALARS.contains(t.getQualifiedName().toString()))
                .isPresent());
  }

  /** {@return whether the value of an expression is a function} */
  public boolean isFunctional(TreePath expression) {
    return Syntax.isFunction(expression.getLeaf())
        || typeElement(type(expression))
            .filter(t -> t.getKind() == ElementKind.INTERFACE)
            .filter(t ->
                ElementFilter.methodsIn(elements.getAllMembers(t)).stream()
                        .filter(m -> m.getModifiers().contains(Modifier.ABSTRACT))
                        .count()
                    == 1)
            .isPresent();
  }

  /** {@return the type of a component, with the arguments of a generic record} */
  public TypeMirror typeOf(RecordComponentElement component, TypeMirror record) {
    return record instanceof DeclaredType declared && !declared.getTypeArguments().isEmpty()
        ? ((ExecutableType) types.asMemberOf(declared, component.getAccessor())).getReturnType()
        : component.asType();
  }

  /** {@return the type that a function returns, by the interface that it implements} */
  public Optional<TypeMirror> returnOfFunction(TreePath function) {
    return type(function) instanceof DeclaredType type && type.asElement() instanceof TypeElement e
        ? ElementFilter.methodsIn(elements.getAllMembers(e)).stream()
            .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
            .map(method -> ((ExecutableType) types.asMemberOf(type, method)).getReturnType())
            .findFirst()
        : Optional.empty();
  }

  /** {@return whether values of {@code type} are variables of a scope} */
  boolean isVariable(@Nullable TypeMirror type) {
    return type != null
        && type.getKind() == TypeKind.DECLARED
        && types.asElement(type) instanceof TypeElement element
        && element.getSimpleName().contentEquals("Variable")
        && element.getQualifiedName().toString().startsWith("io.cambric.");
  }

  /** {@return whether {@code type} is the setup record of a definition} */
  public boolean isSetupRecord(@Nullable TypeMirror type) {
    return type != null
        && type.getKind() == TypeKind.DECLARED
        && types.asElement(type).getEnclosingElement() instanceof TypeElement owner
        && isDefinition(owner)
        && Annotated.methods(owner, Annotated.SETUP).stream()
            .anyMatch(setup ->
                types.isSameType(types.erasure(setup.getReturnType()), types.erasure(type)));
  }

  /** {@return whether values of {@code type} are modules, or collections of modules} */
  public boolean isModuleOrContainer(TypeMirror type) {
    return isModule(type)
        || type instanceof DeclaredType declared
            && declared.getKind() == TypeKind.DECLARED
            && isContainer(declared)
            && declared.getTypeArguments().stream().anyMatch(this::isModuleOrContainer);
  }

  /** {@return whether values of {@code type} are or contain modules or variables of a scope} */
  public boolean holdsModule(TypeMirror type) {
    return holdsModule(type, new HashSet<>());
  }

  private boolean holdsModule(TypeMirror type, Set<Element> around) {
    return switch (type) {
      case ArrayType array -> holdsModule(array.getComponentType(), around);
      case TypeVariable variable -> holdsModule(variable.getUpperBound(), around);
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          isModule(type)
              || isVariable(type)
              || isContainer(declared)
                  && declared.getTypeArguments().stream().anyMatch(a -> holdsModule(a, around))
              || around.add(declared.asElement())
                  && ((TypeElement) declared.asElement())
                      .getRecordComponents().stream()
                          .anyMatch(c -> holdsModule(c.asType(), around));
      default -> false;
    };
  }

  private static boolean isContainer(DeclaredType type) {
    var name = ((TypeElement) type.asElement()).getQualifiedName().toString();
    return name.startsWith("java.util.") && !name.startsWith("java.util.function.");
  }

  /** {@return the component of a mentioned field, if it contains a module of a definition} */
  public Optional<RecordComponentElement> moduleComponent(@Nullable Element mentioned) {
    return mentioned != null
            && mentioned.getKind() == ElementKind.FIELD
            && isDefinition(Owners.of(mentioned))
            && isModule(mentioned.asType())
        ? ((TypeElement) Owners.of(mentioned))
            .getRecordComponents().stream()
                .filter(c -> c.getSimpleName().equals(mentioned.getSimpleName()))
                .map(RecordComponentElement.class::cast)
                .findFirst()
        : Optional.empty();
  }

  /** {@return whether {@code method} constructs a module: a static {@code X.of(...)}} */
  boolean isFactory(ExecutableElement method) {
    return method.getSimpleName().contentEquals("of")
        && method.getModifiers().contains(Modifier.STATIC)
        && (isModule(Owners.of(method).asType()) || isLambdaFactory(method));
  }

  /** {@return whether {@code method} constructs a module from a lambda} */
  public static boolean isLambdaFactory(ExecutableElement method) {
    return isMemberOf(method, MODULES);
  }

  /** {@return the module class that a factory constructs} */
  TypeElement made(ExecutableElement factory) {
    return isLambdaFactory(factory)
        ? typeElement(factory.getReturnType()).orElseThrow()
        : (TypeElement) Owners.of(factory);
  }

  /** {@return whether a definition or a lambda defines {@code method} for its module} */
  boolean isOfBody(ExecutableElement method) {
    var owner = (TypeElement) Owners.of(method);
    return isGenerated(owner) || isModule(owner.asType()) && isLambdaClass(owner);
  }

  private static boolean isLambdaClass(TypeElement type) {
    return type.getQualifiedName().toString().startsWith("io.cambric.module.Lambda");
  }

  /** {@return the class of a module, for its nested class under a transformation} */
  public TypeElement moduleClass(TypeElement type) {
    return type.getEnclosingElement() instanceof TypeElement outer && isModule(outer.asType())
        ? outer
        : type;
  }

  /** {@return whether {@code method} returns its module under a transformation} */
  public static boolean isTransformation(ExecutableElement method) {
    return isMemberOf(method, RuntimeTypes.MODULE.canonicalName())
        ? TRANSFORMATIONS.contains(method.getSimpleName().toString())
        : isMemberOf(method, RuntimeTypes.LIFTABLE.canonicalName());
  }

  /**
   * {@return whether {@code method} is an option of a transformation, of a module or a function}
   */
  public static boolean isVerb(ExecutableElement method) {
    return LiftedForm.ALL.stream()
        .anyMatch(form -> isMemberOf(method, form.verbs().canonicalName()));
  }

  /** {@return the definition that a module class was generated from} */
  public Optional<TypeElement> definitionOf(TypeElement module) {
    return Annotated.find(moduleClass(module), Annotated.GENERATED)
        .flatMap(generated -> Annotated.value(generated, "from"))
        .flatMap(from -> type(from.getValue().toString()));
  }

  /** {@return whether a method of a module fails unless it is bound} */
  public boolean needsBoundModule(ExecutableElement method) {
    return isGenerated(Owners.of(method))
        && definitionOf((TypeElement) Owners.of(method)).stream()
            .flatMap(
                definition -> ElementFilter.methodsIn(definition.getEnclosedElements()).stream())
            .filter(own -> own.getSimpleName().equals(method.getSimpleName()))
            .anyMatch(own ->
                Annotated.has(own, Annotated.COMPACT)
                    || own.getParameters().stream().anyMatch(p -> isSetupRecord(p.asType())));
  }

  /** {@return the prefix of the automatic names of a module} */
  String prefix(TypeElement module) {
    return definitionOf(module)
        .flatMap(definition -> Annotated.find(definition, Annotated.MODULE))
        .flatMap(annotation -> Annotated.value(annotation, "name"))
        .map(value -> value.getValue().toString())
        .filter(name -> !name.isEmpty())
        .orElse(moduleClass(module).getSimpleName().toString());
  }

  /** {@return whether {@code method} is a function of the current scope} */
  public boolean isScopeFunction(ExecutableElement method) {
    return isMemberOf(method, MODULE_SCOPE);
  }

  /** {@return whether {@code method} makes a parameter or variable in the current scope} */
  public boolean isCreation(ExecutableElement method) {
    return isScopeFunction(method) && CREATIONS.contains(method.getSimpleName().toString());
  }

  /** {@return whether {@code method} is a lifted transformation} */
  public boolean isLift(ExecutableElement method) {
    return isMemberOf(method, LIFT);
  }

  /** {@return whether {@code method} transforms functions that have no variables} */
  boolean isPlainTransformation(ExecutableElement method) {
    return isMemberOf(method, TRANSFORMS) && !method.getSimpleName().contentEquals("disableJit");
  }

  /** {@return the lifted transformation with a name, if there is one} */
  public Optional<String> liftOf(Name transformation) {
    return type(LIFT).stream()
        .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
        .filter(method -> method.getSimpleName().equals(transformation))
        .map(method -> "Lift." + method.getSimpleName())
        .findFirst();
  }

  /** {@return whether {@code method} belongs to the JDK} */
  public static boolean isOfJdk(ExecutableElement method) {
    return Owners.of(method).toString().startsWith("java.");
  }

  /** {@return whether {@code method} belongs to the library} */
  public static boolean isOfLibrary(ExecutableElement method) {
    return Owners.of(method).toString().startsWith("io.cambric.");
  }

  /** {@return whether {@code method} belongs to {@code Optional}} */
  static boolean isOfOptional(ExecutableElement method) {
    return Owners.of(method).toString().startsWith("java.util.Optional");
  }

  /** {@return the generated module class whose method a call runs, if it runs one} */
  public Optional<TypeElement> generatedModule(TreePath call) {
    var owner =
        method(call).filter(CallInterface::declares).isPresent()
            ? receiver(call).flatMap(this::typeElement).map(this::moduleClass)
            : method(call).map(Owners::of).map(TypeElement.class::cast);
    return owner.filter(type -> isModule(type.asType()) && isGenerated(type));
  }

  private Optional<TypeMirror> receiver(TreePath call) {
    var tree = (MethodInvocationTree) call.getLeaf();
    return Syntax.receiver(tree)
        .map(receiver -> type(new TreePath(new TreePath(call, tree.getMethodSelect()), receiver)));
  }

  /** {@return whether {@code type} is a definition} */
  public static boolean isDefinition(Element type) {
    return Annotated.has(type, Annotated.MODULE);
  }

  /** {@return whether the processor has written {@code type}} */
  public static boolean isGenerated(Element type) {
    return Annotated.has(type, Annotated.GENERATED);
  }

  /** {@return whether {@code method} makes submodules and parameters where it runs} */
  public static boolean mayCreate(Element method) {
    return Annotated.has(method, Annotated.COMPACT) || Annotated.has(method, Annotated.SETUP);
  }

  /** {@return whether {@code method} is declared in the type of this name} */
  public static boolean isMemberOf(ExecutableElement method, String type) {
    return method.getEnclosingElement() instanceof TypeElement owner
        && owner.getQualifiedName().contentEquals(type);
  }
}
