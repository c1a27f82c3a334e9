package io.cambric.kernel.scalar;

import static io.cambric.kernel.scalar.DoubleMath.copySign;
import static io.cambric.kernel.scalar.DoubleMath.expOfNegative;
import static java.lang.Math.fma;

/**
 * Modified Bessel functions of the first kind of f64, scaled by {@code exp(-|x|)}, and their
 * derivatives, for one element, under the rules of {@link DoubleMath}.
 *
 * <p>For small arguments they are an exponential times a polynomial in the square. For large
 * arguments they are a polynomial in the inverse, times powers of its root, as in the asymptotic
 * series. Derivatives at small arguments follow from both functions.
 *
 * @see <a href="https://dlmf.nist.gov/10.25">DLMF, 10.25.2, 10.29.3 and 10.40.1</a>
 */
public final class DoubleBesselMath {

  /** Above this magnitude, the polynomials are in the inverse of the argument. */
  private static final double LARGE = 10;

  private DoubleBesselMath() {}

  public static double besselI0e(double x) {
    double a = Math.abs(x);
    double v = 1 / a;
    return a > LARGE ? farI0(v) * Math.sqrt(v) : nearI0(a * a) * expOfNegative(-a);
  }

  public static double besselI1e(double x) {
    double a = Math.abs(x);
    double v = 1 / a;
    double near = nearI1(a * a) * a * expOfNegative(-a);
    return copySign(a > LARGE ? farI1(v) * Math.sqrt(v) : near, x);
  }

  /** The derivative of {@link #besselI0e}; 0 at 0, where the function has a kink. */
  public static double besselI0eDerivative(double x) {
    double a = Math.abs(x);
    double s = a * a;
    double v = 1 / a;
    double near = fma(-a, nearI1(s), nearI0(s)) * expOfNegative(-a);
    double size = a > LARGE ? farSlope0(v) * v * Math.sqrt(v) : near;
    return x == 0 ? 0 : copySign(size, -x);
  }

  /** The derivative of {@link #besselI1e}. */
  public static double besselI1eDerivative(double x) {
    double a = Math.abs(x);
    double s = a * a;
    double v = 1 / a;
    double p = nearI1(s);
    double near = (fma(-a, p, nearI0(s)) - p) * expOfNegative(-a);
    return a > LARGE ? farSlope1(v) * v * Math.sqrt(v) : near;
  }

  /** I0(a), for s = a^2. */
  private static double nearI0(double s) {
    double p =
        fma(fma(0x1.5b01e2f14cda1p-120, s, 0x1.de8d46ef27b64p-112), s, 0x1.57e24833af115p-101);
    p = fma(fma(p, s, 0x1.e016e338b9940p-92), s, 0x1.4243e7972e416p-82);
    p = fma(fma(p, s, 0x1.69b301e68d36dp-73), s, 0x1.5603e48982a3ep-64);
    p = fma(fma(p, s, 0x1.0b310651dcbc0p-55), s, 0x1.522a48ac12158p-47);
    p = fma(fma(p, s, 0x1.522a439a48369p-39), s, 0x1.02e85c0d817ddp-31);
    p = fma(fma(p, s, 0x1.2345678951bbdp-24), s, 0x1.c71c71c724a00p-18);
    p = fma(fma(p, s, 0x1.c71c71c71c03bp-12), s, 0x1.000000000002ep-6);
    p = fma(fma(p, s, 0x1.ffffffffffffcp-3), s, 0x1.0000000000000p+0);
    return p;
  }

  /** I1(a) / a, for s = a^2. */
  private static double nearI1(double s) {
    double p =
        fma(fma(0x1.3f7f830de4022p-125, s, 0x1.f2c1bfcd29ec2p-117), s, 0x1.6b92a47a73d22p-106);
    p = fma(fma(p, s, 0x1.12f42ae5d1930p-96), s, 0x1.8c7a71f275ed7p-87);
    p = fma(fma(p, s, 0x1.e24b0cc351f3bp-78), s, 0x1.f1792270a0378p-69);
    p = fma(fma(p, s, 0x1.ab81b8acf437ep-60), s, 0x1.2c975ba4b6cd1p-51);
    p = fma(fma(p, s, 0x1.522a43bca38eep-43), s, 0x1.27e4fb7ad2d44p-35);
    p = fma(fma(p, s, 0x1.845c8a0ca4181p-28), s, 0x1.6c16c16c19fa0p-21);
    p = fma(fma(p, s, 0x1.c71c71c71c41cp-15), s, 0x1.555555555556cp-9);
    p = fma(fma(p, s, 0x1.fffffffffffffp-5), s, 0x1.0000000000000p-1);
    return p;
  }

  /** exp(-a) sqrt(a) I0(a), for v = 1 / a. */
  private static double farI0(double v) {
    double s = v * v;
    double even =
        fma(fma(-0x1.61317b041aa5cp+40, s, -0x1.94ea208a0c53cp+38), s, -0x1.76c1290151beep+33);
    even = fma(fma(even, s, -0x1.2c07ad63e32a8p+26), s, -0x1.999e93bd212abp+16);
    even = fma(fma(even, s, 0x1.f77707c0872eep+4), s, 0x1.1b3a92a2c4cf9p-2);
    even = fma(fma(even, s, 0x1.6e94359bada1ep-5), s, 0x1.cb94ddbc00475p-6);
    even = fma(even, s, 0x1.9884533d43651p-2);
    double odd =
        fma(fma(0x1.1b44a5fbff2ccp+40, s, 0x1.5482e208bc2e6p+36), s, 0x1.1b86455d57146p+30);
    odd = fma(fma(odd, s, 0x1.b6188f591353cp+21), s, 0x1.5914233712765p+10);
    odd = fma(fma(odd, s, -0x1.3e9dfce3edb7bp+0), s, 0x1.703dedee677ddp-4);
    odd = fma(fma(odd, s, 0x1.debaef6234aeap-6), s, 0x1.9884533d40593p-5);
    return fma(odd, v, even);
  }

  /** exp(-a) sqrt(a) I1(a), for v = 1 / a. */
  private static double farI1(double v) {
    double s = v * v;
    double even =
        fma(fma(0x1.773561ba4c438p+40, s, 0x1.b271b0f8e1994p+38), s, 0x1.986dc1a7eded2p+33);
    even = fma(fma(even, s, 0x1.5106be9cf64b4p+26), s, 0x1.f9ef497685e6dp+16);
    even = fma(fma(even, s, -0x1.a4cb3579543b3p+3), s, -0x1.423c30afd3109p-2);
    even = fma(fma(even, s, -0x1.d74d042d8faafp-5), s, -0x1.7efc0e1537c31p-5);
    even = fma(even, s, 0x1.9884533d43650p-2);
    double odd =
        fma(fma(-0x1.2e471269d3b59p+40, s, -0x1.6fd6789923170p+36), s, -0x1.38c805c290c67p+30);
    odd = fma(fma(odd, s, -0x1.fb527459d77c4p+21), s, -0x1.0feffea05faf6p+11);
    odd = fma(fma(odd, s, 0x1.a87a376ad84dap-1), s, -0x1.c2cd8d06bfed6p-4);
    odd = fma(fma(odd, s, -0x1.4f1c7b1174ca0p-5), s, -0x1.32633e6df1c27p-3);
    return fma(odd, v, even);
  }

  /** The derivative of exp(-a) I0(a) times -sqrt(a)^3, for v = 1 / a. */
  private static double farSlope0(double v) {
    double s = v * v;
    double even =
        fma(fma(-0x1.3acdff44351c2p+52, s, -0x1.b344d849dc460p+50), s, -0x1.e50e9af56b45dp+45);
    even = fma(fma(even, s, -0x1.99518819f9ceep+38), s, 0x1.ba7df1e4a278fp+27);
    even = fma(fma(even, s, 0x1.fcb1c0189a0a2p+21), s, 0x1.222f7c29f2b0fp+12);
    even = fma(fma(even, s, -0x1.b8a946034142cp-3), s, -0x1.9c30c3733b004p-3);
    even = fma(fma(even, s, -0x1.1f3d0a60df9b8p-4), s, -0x1.9884533d4364fp-3);
    double odd =
        fma(fma(0x1.14988bd18461bp+52, s, 0x1.933e07865454dp+48), s, 0x1.86d6767c0f1b0p+42);
    odd = fma(fma(odd, s, 0x1.c235215374b46p+33), s, -0x1.e373543d9e735p+25);
    odd = fma(fma(odd, s, -0x1.4839364a865cbp+17), s, -0x1.8359c710433e9p+6);
    odd = fma(fma(odd, s, -0x1.05512a21e85abp-1), s, -0x1.a2e3fb0f1f53ep-4);
    odd = fma(odd, s, -0x1.32633e6dfa29ep-4);
    return fma(odd, v, even);
  }

  /** The derivative of exp(-a) I1(a) times sqrt(a)^3, for v = 1 / a. */
  private static double farSlope1(double v) {
    double s = v * v;
    double even =
        fma(fma(0x1.4648c457f8963p+52, s, 0x1.c484c735efda7p+50), s, 0x1.f93bf40e700ecp+45);
    even = fma(fma(even, s, 0x1.a8730c7ac5e44p+38), s, -0x1.10df552e07976p+28);
    even = fma(fma(even, s, -0x1.140d07ab3d812p+22), s, -0x1.3af9ceebe6cedp+12);
    even = fma(fma(even, s, 0x1.792e5040ec7b7p-2), s, 0x1.08fe68d9874ebp-2);
    even = fma(fma(even, s, 0x1.debb116146549p-4), s, -0x1.9884533d43653p-3);
    double odd =
        fma(fma(-0x1.1f22eb95f82eep+52, s, -0x1.a3bb17b7a04f4p+48), s, -0x1.96e1a3b1300b1p+42);
    odd = fma(fma(odd, s, -0x1.c93559ddd22f7p+33), s, 0x1.08ab509680682p+26);
    odd = fma(fma(odd, s, 0x1.63dc4205e906bp+17), s, 0x1.a6f0a33b224b6p+6);
    odd = fma(fma(odd, s, 0x1.3e9be83c5fc6cp-1), s, 0x1.253924a360d0cp-3);
    odd = fma(odd, s, 0x1.cb94dda4f015dp-3);
    return fma(odd, v, even);
  }
}
