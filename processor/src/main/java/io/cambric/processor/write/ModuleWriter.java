package io.cambric.processor.write;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.WildcardTypeName;
import io.cambric.processor.read.CallInterface;
import io.cambric.processor.read.Member;
import io.cambric.processor.read.MethodModel;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Writes the class {@code X} of a definition {@code XDef}. */
public final class ModuleWriter {

  private static final String TYPE = "TYPE";
  private static final String TYPE_GETTER = "type";
  private static final String NEW_TYPE = "newType";

  private final ModuleModel module;
  private final Map<MethodModel, String> contracts;
  private final Optional<CallInterface> callInterface;
  private final LiftedFormWriter liftedForms;

  /** A writer of one module. */
  public ModuleWriter(ModuleModel module) {
    this.module = module;
    this.contracts = contracts(module);
    this.callInterface = module.callInterface();
    var nested = module.setup().map(setup -> setup.recordName().simpleName());
    this.liftedForms =
        new LiftedFormWriter(
            module.module(), module.typeVariables(), nested.map(Set::of).orElse(Set.of()));
  }

  /** {@return the source file of the module} */
  public JavaFile write() {
    var type =
        TypeSpec.classBuilder(module.module())
            .addJavadoc(classDoc())
            .addModifiers(Modifier.PUBLIC, Modifier.SEALED)
            .addTypeVariables(module.typeVariables())
            .superclass(ParameterizedTypeName.get(RuntimeTypes.MODULE, module.moduleType()));
    Code.deprecation(module.element()).ifPresent(type::addAnnotation);
    if (module.isLayer()) {
      type.addSuperinterface(RuntimeTypes.LAYER);
    }
    module.interfaces().stream()
        .map(i -> i.type())
        .filter(i -> !i.equals(RuntimeTypes.LAYER) || !module.isLayer())
        .forEach(type::addSuperinterface);
    callInterface.map(CallInterface::type).ifPresent(type::addSuperinterface);
    type.addField(typeField());
    contracts.forEach((method, name) -> type.addField(contract(method, name)));
    type.addMethod(constructor());
    for (var member : module.members()) {
      if (member instanceof Member.Shorthand && callInterface.isPresent()) {
        continue;
      }
      type.addMethod(method(member));
      if (member instanceof Member.Parts(var setup)) {
        type.addType(new PartsWriter(module, setup).mirror());
      }
    }
    liftedForms.addTo(type);
    if (module.isGeneric()) {
      type.addMethod(newType()).addMethod(typeGetter());
    }
    return Code.file(
        module.module(), type, module.lint(), module.exampleImports(), module.element());
  }

  private CodeBlock classDoc() {
    var typeParameters = module.typeVariables().stream().map(v -> "<" + v.name() + ">").toList();
    return Javadocs.of(
        module.doc().keepingParams(typeParameters),
        "The module that {@code %s} defines.".formatted(module.name()));
  }

  private MethodSpec method(Member member) {
    return switch (member) {
      case Member.Factory factory -> new ComponentWriter(module).factory(factory.constructor());
      case Member.Accessor accessor -> new ComponentWriter(module).accessor(accessor.component());
      case Member.Wither wither -> new ComponentWriter(module).wither(wither.component());
      case Member.IntWither wither -> new ComponentWriter(module).wither(wither);
      case Member.Self _ -> self();
      case Member.Parts parts -> new PartsWriter(module, parts.setup()).getter();
      case Member.Call call ->
          new CallWriter(module)
              .call(call.method(), Optional.ofNullable(contracts.get(call.method())));
      case Member.Shorthand shorthand -> ShorthandWriter.write(shorthand);
    };
  }

  private FieldSpec contract(MethodModel method, String name) {
    return FieldSpec.builder(
            RuntimeTypes.DIMS_CONTRACT, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
        .initializer(new DimsWriter(module).contract(method))
        .build();
  }

  /** The names of the constants that check arrays, by method. */
  private static Map<MethodModel, String> contracts(ModuleModel module) {
    var names = new LinkedHashMap<MethodModel, String>();
    for (var method : new DimsWriter(module).methods()) {
      names.put(method, free("DIMS_" + names.size(), module));
    }
    return names;
  }

  private FieldSpec typeField() {
    var argument =
        module.isGeneric() ? WildcardTypeName.subtypeOf(ClassName.OBJECT) : module.moduleType();
    return FieldSpec.builder(
            ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, argument),
            free(TYPE, module),
            Modifier.PRIVATE,
            Modifier.STATIC,
            Modifier.FINAL)
        .initializer(
            module.isGeneric() ? CodeBlock.of("$L()", free(NEW_TYPE, module)) : newTypeCode())
        .build();
  }

  private CodeBlock newTypeCode() {
    var code = CodeBlock.builder();
    code.add("$T.of(\n$>$>", RuntimeTypes.MODULE_TYPE);
    code.add("$S,\n", module.prefix());
    code.add(classLiteral(module.module(), module.moduleType())).add(",\n");
    code.add(classLiteral(module.definition(), module.definitionType())).add(",\n");
    code.add("$T::new,\n", module.moduleType());
    code.add(components()).add(")$<$<");
    module
        .setup()
        .ifPresent(setup ->
            code.add("\n$>$>.withSetup($T::$L)$<$<", module.definitionType(), setup.methodName()));
    if (module.preservesAdoptedNames()) {
      code.add("\n$>$>.preservingAdoptedNames()$<$<");
    }
    callInterface.ifPresent(each ->
        code.add(
            "\n$>$>.withCall((m, a) -> m.call($L))$<$<",
            CallWriter.taken(each.call().parameters(), "a")));
    code.add("\n$>$>.withForms($L)$<$<", liftedForms.constructors());
    return code.build();
  }

  private CodeBlock classLiteral(ClassName raw, TypeName type) {
    if (!module.isGeneric()) {
      return CodeBlock.of("$T.class", raw);
    }
    var wanted = ParameterizedTypeName.get(ClassName.get(Class.class), type);
    var any = WildcardTypeName.subtypeOf(ClassName.OBJECT);
    return CodeBlock.of(
        "($T) ($T) $T.class",
        wanted,
        ParameterizedTypeName.get(ClassName.get(Class.class), any),
        raw);
  }

  private CodeBlock components() {
    var code = CodeBlock.builder().add("$T.of(", java.util.List.class);
    var separator = "\n$>$>";
    for (var component : module.components()) {
      code.add(separator);
      code.add(
          "new $T($S, $S, $T::$L)",
          ParameterizedTypeName.get(RuntimeTypes.COMPONENT, module.definitionType()),
          component.name(),
          component.scopeName(),
          module.definitionType(),
          component.name());
      separator = ",\n";
    }
    return code.add(module.components().isEmpty() ? ")" : ")$<$<").build();
  }

  private MethodSpec constructor() {
    return MethodSpec.constructorBuilder()
        .addModifiers(Modifier.PRIVATE)
        .addParameter(RuntimeTypes.HANDLE, "handle")
        .addParameter(Record.class, "definition")
        .addStatement("super($L, handle, definition)", type(module))
        .build();
  }

  private MethodSpec self() {
    return MethodSpec.methodBuilder("self")
        .addJavadoc(
            "{@return the module that is running} Call this only in a method of {@code $L}.",
            module.name())
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(module.moduleType())
        .addStatement("return self($L)", type(module))
        .build();
  }

  private MethodSpec newType() {
    return MethodSpec.methodBuilder(free(NEW_TYPE, module))
        .addAnnotation(Code.suppress("unchecked"))
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, module.moduleType()))
        .addStatement("return $L", newTypeCode())
        .build();
  }

  private MethodSpec typeGetter() {
    var type = ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, module.moduleType());
    return MethodSpec.methodBuilder(free(TYPE_GETTER, module))
        .addAnnotation(Code.suppress("unchecked"))
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(type)
        .addStatement("return ($T) $L", type, free(TYPE, module))
        .build();
  }

  /** The expression for the module's type in generated code. */
  static CodeBlock type(ModuleModel module) {
    return module.isGeneric()
        ? CodeBlock.of("$L()", free(TYPE_GETTER, module))
        : CodeBlock.of("$L", free(TYPE, module));
  }

  /**
   * Declares a variable for the definition. Definitions are in no signature: javac warns of a
   * definition in a file with another name, and that warning can't be suppressed.
   */
  static CodeBlock definition(ModuleModel module, String name) {
    return CodeBlock.of("$T $L = definition(this)", module.definitionType(), name);
  }

  /** A name for internal use in the class, different from all members and parameters. */
  private static String free(String wish, ModuleModel module) {
    var taken = new HashSet<String>();
    module.members().forEach(member -> taken.add(member.name()));
    module.constructors().stream()
        .flatMap(constructor -> constructor.parameters().stream())
        .forEach(parameter -> taken.add(parameter.name()));
    return Code.free(wish, taken);
  }
}
