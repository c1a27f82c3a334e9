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
import io.cambric.processor.read.Member;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.RuntimeTypes;
import javax.lang.model.element.Modifier;

/** Writes the class {@code X} of a definition {@code XDef}. */
public final class ModuleWriter {

  private final ModuleModel module;

  /** A writer of one module. */
  public ModuleWriter(ModuleModel module) {
    this.module = module;
  }

  /** {@return the source file of the module} */
  public JavaFile write() {
    var type =
        TypeSpec.classBuilder(module.module())
            .addJavadoc(classDoc())
            .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
            .addTypeVariables(module.typeVariables())
            .superclass(ParameterizedTypeName.get(RuntimeTypes.MODULE, module.moduleType()));
    if (module.isLayer()) {
      type.addSuperinterface(RuntimeTypes.LAYER);
    }
    module.interfaces().stream()
        .map(i -> i.type())
        .filter(i -> !i.equals(RuntimeTypes.LAYER) || !module.isLayer())
        .forEach(type::addSuperinterface);
    type.addField(typeField()).addMethod(constructor());
    module.members().stream().map(this::method).forEach(type::addMethod);
    if (module.isGeneric()) {
      type.addMethod(newType()).addMethod(typeGetter());
    }
    type.addMethod(definitionGetter());
    module.setup().ifPresent(setup -> type.addType(new PartsWriter(module, setup).mirror()));
    return Code.file(module.module(), type, module.element());
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
      case Member.Self _ -> self();
      case Member.Parts parts -> new PartsWriter(module, parts.setup()).getter();
      case Member.Call call -> new CallWriter(module).call(call.method());
      case Member.Shorthand shorthand -> ShorthandWriter.write(shorthand);
    };
  }

  private FieldSpec typeField() {
    var argument =
        module.isGeneric() ? WildcardTypeName.subtypeOf(ClassName.OBJECT) : module.moduleType();
    return FieldSpec.builder(
            ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, argument),
            "TYPE",
            Modifier.PRIVATE,
            Modifier.STATIC,
            Modifier.FINAL)
        .initializer(module.isGeneric() ? CodeBlock.of("newType()") : newTypeCode())
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
          "new $T<>($S, $S, $T::$L)",
          RuntimeTypes.COMPONENT,
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
        .addParameter(module.definitionType(), "definition")
        .addStatement("super($L, handle, definition)", type(module))
        .build();
  }

  private MethodSpec self() {
    return MethodSpec.methodBuilder("self")
        .addJavadoc(
            "{@return the running module of this class} In a method of {@code $L} it is the one"
                + "\nwhose method that is.",
            module.name())
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(module.moduleType())
        .addStatement("return self($L)", type(module))
        .build();
  }

  private MethodSpec newType() {
    return MethodSpec.methodBuilder("newType")
        .addAnnotation(Code.suppress("unchecked"))
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, module.moduleType()))
        .addStatement("return $L", newTypeCode())
        .build();
  }

  private MethodSpec typeGetter() {
    var type = ParameterizedTypeName.get(RuntimeTypes.MODULE_TYPE, module.moduleType());
    return MethodSpec.methodBuilder("type")
        .addAnnotation(Code.suppress("unchecked"))
        .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
        .addTypeVariables(module.typeVariables())
        .returns(type)
        .addStatement("return ($T) TYPE", type)
        .build();
  }

  private MethodSpec definitionGetter() {
    var method =
        MethodSpec.methodBuilder("def")
            .addModifiers(Modifier.PRIVATE)
            .returns(module.definitionType())
            .addStatement("return ($T) definition()", module.definitionType());
    if (module.isGeneric()) {
      method.addAnnotation(Code.suppress("unchecked"));
    }
    return method.build();
  }

  /** The expression for the module's type in generated code. */
  static CodeBlock type(ModuleModel module) {
    return CodeBlock.of(module.isGeneric() ? "type()" : "TYPE");
  }
}
